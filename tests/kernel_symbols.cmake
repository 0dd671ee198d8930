# Fails where the objects of a set of kernels define a symbol that others may define too, such as an
# inline function of a header: of several copies the linker keeps one for all, and it could be one
# with instructions that not every processor knows. Given NM, the set's NAME and its OBJECTS.
execute_process(COMMAND ${NM} -C --defined-only --extern-only ${OBJECTS}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NM} ended with ${status}:\n${errors}")
endif()
string(REGEX REPLACE ";" "," output "${output}")
string(REGEX MATCHALL "[^\n]* [A-Zuvw] [^\n]*" symbols "${output}")
if(NOT symbols MATCHES "fovea::kernels::${NAME}::multiply")
  message(FATAL_ERROR "no kernels are defined:\n${output}")
endif()
# The compiler's own reference to the handler of exceptions is data.
list(FILTER symbols EXCLUDE REGEX "fovea::kernels::${NAME}::|DW\\.ref\\.")
if(symbols)
  list(JOIN symbols "\n" symbols)
  message(FATAL_ERROR "the kernels ${NAME} define symbols of others:\n${symbols}")
endif()
