# Writes text files into one C++ source as a table of names and texts.
#
#   cmake -DOUTPUT=Embedded.cpp -DROOT=dir "-DFILES=a;b" -P EmbedFiles.cmake
#
# A file is named by its path below ROOT. Used by rb_embed (RbTargets.cmake);
# the table is read through tools/report/Embedded.h.
set(text "// Made by EmbedFiles.cmake; do not edit.\n")
string(APPEND text "#include \"tools/report/Embedded.h\"\n\n")
string(APPEND text "const rbcheck::EmbeddedFile rbcheck::kEmbeddedFiles[] = {\n")
foreach(file IN LISTS FILES)
  # As hexadecimal digits: CMake would take semicolons and brackets apart.
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
  string(REPLACE "\n" "\"\n     \"" bytes "${bytes}")
  file(RELATIVE_PATH name "${ROOT}" "${file}")
  file(SIZE "${file}" size)
  string(APPEND text "    {\"${name}\",\n     {\"${bytes}\",\n      ${size}}},\n")
endforeach()
string(APPEND text "    {{}, {}},\n};\n")
file(WRITE "${OUTPUT}" "${text}")
