# Configures a project that uses the library, and checks what reaches it. The form "package" is built
# against an installed copy and run; the others would compile the whole core again.
set(build ${PROJECT}/build)
set(prefix ${PROJECT}/prefix)
file(REMOVE_RECURSE ${build} ${prefix})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

if(FORM STREQUAL package)
  run(${CMAKE_COMMAND} --install ${FOVEA_BUILD} --prefix ${prefix})
endif()
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${build} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=Release)

# No flag but those of the consumer's own build type.
file(STRINGS ${build}/compile_commands.json commands REGEX "\"command\".*attention\\.cpp")
if(NOT commands)
  message(FATAL_ERROR "attention.cpp is not compiled")
endif()
if(commands MATCHES " (-W[^ ]*|-m[^ ]*|-f[^ ]*|-pedantic) ")
  message(FATAL_ERROR "the flag ${CMAKE_MATCH_1} reaches the consumer: ${commands}")
endif()

run(${CMAKE_COMMAND} --build ${build} --target help)
if(output MATCHES "fovea_(tests|cli|train|engine|wasm)")
  message(FATAL_ERROR "the consumer's build has the target fovea_${CMAKE_MATCH_1}")
endif()

if(FORM STREQUAL package)
  run(${CMAKE_COMMAND} --build ${build})
  run(${build}/attention ${MODEL})
  if(NOT output MATCHES "your .*cat .*is .*a .*lovely .*cat ")
    message(FATAL_ERROR "the README's example prints:\n${output}")
  endif()

  set(folder ${PROJECT}/model)
  file(COPY ${FIXTURES}/published/sentence-mean/ DESTINATION ${folder})
  file(READ ${FIXTURES}/published_tokenizers.json tokenizers)
  string(JSON tokenizer GET "${tokenizers}" bert-uncased json)
  file(WRITE ${folder}/tokenizer.json "${tokenizer}")
  file(WRITE ${PROJECT}/paragraphs.txt "the street was wide\nthe animal was tired\na dog\n")
  run(${build}/search ${folder} ${PROJECT}/paragraphs.txt "The animal was tired")
  if(NOT output MATCHES "^1  the animal was tired\n")
    message(FATAL_ERROR "the example that searches prints:\n${output}")
  endif()

  # The same by pkg-config, where it is installed.
  find_program(pkg_config pkg-config)
  file(GLOB_RECURSE pc ${prefix}/fovea.pc)
  if(NOT pc)
    message(FATAL_ERROR "no fovea.pc is installed")
  endif()
  if(pkg_config)
    get_filename_component(folder ${pc} DIRECTORY)
    set(ENV{PKG_CONFIG_PATH} ${folder})
    run(${pkg_config} --cflags --libs fovea)
    string(STRIP "${output}" flags)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run(${COMPILER} -std=c++17 ${PROJECT}/attention.cpp ${flags} -o ${build}/by_pkg_config)
    run(${build}/by_pkg_config ${MODEL})
    if(NOT output MATCHES "your .*cat .*is .*a .*lovely .*cat ")
      message(FATAL_ERROR "by pkg-config the README's example prints:\n${output}")
    endif()

    # With another alignment of Eigen's it must not link: what one side allocates the other would free.
    execute_process(COMMAND ${COMPILER} -std=c++17 ${PROJECT}/attention.cpp ${flags}
      -UEIGEN_MAX_ALIGN_BYTES -DEIGEN_MAX_ALIGN_BYTES=16 -o ${build}/misaligned
      RESULT_VARIABLE status ERROR_VARIABLE output)
    if(status EQUAL 0 OR NOT output MATCHES "undefined reference to [^\n]*fovea::with_variants_float_16")
      message(FATAL_ERROR "an example of another alignment links:\n${output}")
    endif()
  endif()
endif()
