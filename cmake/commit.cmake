cmake_minimum_required(VERSION 3.25)
# Writes OUTPUT, a source that says which commit of SOURCE_DIR is built; a file that says so already is left alone.
#   cmake -DSOURCE_DIR=… -DOUTPUT=… -P commit.cmake
set(commit unknown)
find_program(git git)
if(git AND EXISTS ${SOURCE_DIR}/.git) # of a clone, not of whatever an unpacked archive lies in
  execute_process(COMMAND ${git} -C ${SOURCE_DIR} describe --always --dirty --abbrev=12 --match=
                  OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND found)
    set(commit ${found})
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
     "#include \"build_info.hpp\"\n\nconst char* const carom::app::k_commit = \"@commit@\";\n" @ONLY)
