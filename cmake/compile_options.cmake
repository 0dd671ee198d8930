# The flags of every target here, which none passes on to those that use it.
add_library(fovea_options INTERFACE)

target_compile_options(fovea_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC's own AVX-512 intrinsics raise it wherever Eigen uses them.
  target_compile_options(fovea_options INTERFACE -Wno-maybe-uninitialized)
endif()
if(FOVEA_WARNINGS_AS_ERRORS)
  target_compile_options(fovea_options INTERFACE -Werror)
endif()

if(EMSCRIPTEN)
  # Exceptions are ModelErrors on their way to guarded(); nothing asks for a type at run time.
  # Optimised across files: 86 kB in place of 94, compressed, for the page's module. When linking,
  # -flto would take a libc of bitcode, which Emscripten 3.1.6 asks for functions too late.
  #
  # A target with FOVEA_WITHOUT_LTO is left out. -flto has to be absent there: with -flto and -fno-lto
  # on one command line Emscripten takes the file for bitcode and withholds -disable-lsr, and LLVM's
  # loop strength reduction then gives each pointer of a loop a counter of its own. V8 runs out of
  # registers, spills the sums of the product, and takes twice the time.
  target_compile_options(fovea_options INTERFACE -fwasm-exceptions -fno-rtti -msimd128
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:FOVEA_WITHOUT_LTO>>>:-flto>)
  target_link_options(fovea_options INTERFACE -fwasm-exceptions -fno-rtti)
elseif(FOVEA_NATIVE_ARCH)
  # Not for what is compiled for other processors too.
  target_compile_options(fovea_options INTERFACE
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:FOVEA_KERNEL_SET>>>:-march=native>)
endif()

add_library(fovea_sanitizers INTERFACE)
target_link_libraries(fovea_options INTERFACE fovea_sanitizers)
if(FOVEA_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(fovea_sanitizers INTERFACE ${sanitizers})
  target_link_options(fovea_sanitizers INTERFACE ${sanitizers})
endif()
