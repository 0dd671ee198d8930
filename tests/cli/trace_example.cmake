# examples/trace.py reads a trace of the program, and NumPy makes of traces what `fovea heads` prints, where a Python has NumPy.
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
  COMMAND ${with_numpy} ${PROJECT_SOURCE_DIR}/examples/trace.py ${trace} 1 1)
set_tests_properties("example: a trace is written" PROPERTIES FIXTURES_SETUP example_trace)
set_tests_properties("example: trace.py reads it" PROPERTIES FIXTURES_REQUIRED example_trace
  PASS_REGULAR_EXPRESSION " it → cat ")

add_test(NAME "fovea: heads prints what NumPy makes of traces"
  COMMAND ${with_numpy} ${CMAKE_CURRENT_SOURCE_DIR}/heads_numpy.py $<TARGET_FILE:fovea_cli>
    ${PROJECT_SOURCE_DIR}/web/models/fovea-demo.safetensors ${CMAKE_CURRENT_BINARY_DIR})
set_tests_properties("fovea: heads prints what NumPy makes of traces" PROPERTIES
  PASS_REGULAR_EXPRESSION "[0-9]+ numbers agree")

# examples/heads.py reads what `fovea heads --csv` prints.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/example_heads.sh
  "\"$1\" heads --model \"$2\" --file \"$3\" --csv > example_heads.csv && \"$4\" \"$5\" example_heads.csv")
add_test(NAME "example: heads.py reads a table of heads"
  COMMAND sh example_heads.sh $<TARGET_FILE:fovea_cli>
    ${PROJECT_SOURCE_DIR}/web/models/fovea-demo.safetensors
    ${PROJECT_SOURCE_DIR}/core/train/data/hand_written.txt
    ${with_numpy} ${PROJECT_SOURCE_DIR}/examples/heads.py
  WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
set_tests_properties("example: heads.py reads a table of heads" PROPERTIES
  FIXTURES_SETUP example_heads
  PASS_REGULAR_EXPRESSION "one_back  layer [0-9]+ head [0-9]+ 0[.]")

add_test(NAME "example: heads.ipynb reads a table of heads"
  COMMAND ${with_numpy} ${CMAKE_CURRENT_SOURCE_DIR}/run_notebook.py
    ${PROJECT_SOURCE_DIR}/examples/heads.ipynb example_heads.csv
  WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
set_tests_properties("example: heads.ipynb reads a table of heads" PROPERTIES
  FIXTURES_REQUIRED example_heads PASS_REGULAR_EXPRESSION "noun  layer .* and layer .*one_back  correlation")
