# examples/trace.py reads a trace of the program, where a Python has NumPy.
find_program(FOVEA_PYTHON3 python3)
foreach(python ${FOVEA_PYTHON3} /usr/bin/python3)
  execute_process(COMMAND ${python} -c "import numpy"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status EQUAL 0)
    set(with_numpy ${python})
    break()
  endif()
endforeach()
if(NOT with_numpy)
  message(STATUS "The test of examples/trace.py is left out: python3-numpy is not installed")
  return()
endif()

set(trace ${CMAKE_CURRENT_BINARY_DIR}/example.safetensors)
add_test(NAME "example: a trace is written" COMMAND fovea_cli encode
  --model ${PROJECT_SOURCE_DIR}/web/models/fovea-demo.safetensors
  --text "the cat ate because it was hungry" --trace ${trace})
add_test(NAME "example: trace.py reads it"
  COMMAND ${with_numpy} ${PROJECT_SOURCE_DIR}/examples/trace.py ${trace} 2 5)
set_tests_properties("example: a trace is written" PROPERTIES FIXTURES_SETUP example_trace)
set_tests_properties("example: trace.py reads it" PROPERTIES FIXTURES_REQUIRED example_trace
  PASS_REGULAR_EXPRESSION " it → cat ")
