# Writes which symbols a shared library shows:  cmake -DNM=nm -DFILES=a.a;b.o -DOUTPUT=file.map -P version_script.cmake
# The functions of carom.h, and the C++ API: what the namespace carom itself defines. Its inner namespaces (carom::detail, carom::io,
# carom::c), instances of templates, which each file that includes a header makes on its own, and everything else stay inside.
execute_process(COMMAND ${NM} --defined-only --format=posix ${FILES} OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${listing}")
list(FILTER lines INCLUDE REGEX "^(_ZNK?5carom[0-9A-Z][^ ]* [TDRB] |_ZT[ISV]N5carom[^ ]* [VDRT] )")
list(FILTER lines EXCLUDE REGEX "5carom(6detail|2io|1c|3app|12_GLOBAL__N_1)")
set(names "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE " .*" "" name "${line}")
  list(APPEND names ${name})
endforeach()
list(SORT names)
list(REMOVE_DUPLICATES names)
list(JOIN names ";\n    " names)
file(WRITE ${OUTPUT} "{\n  global:\n    carom_*;\n    ${names};\n  local:\n    *;\n};\n")
