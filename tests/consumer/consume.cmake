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
endif()
