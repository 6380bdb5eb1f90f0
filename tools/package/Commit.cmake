# Writes the commit that is built into a C++ source, if that changes it.
#
#   cmake -DSOURCE=dir -DOUTPUT=Commit.cpp -P Commit.cmake
#
# kCommit (tools/rbcheck/Version.h) is "" if SOURCE is no clone, and ends in -dirty if files that git
# knows were changed.
set(commit "")
if(EXISTS "${SOURCE}/.git")
  execute_process(
    COMMAND git -C "${SOURCE}" describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "// Made by Commit.cmake; do not edit.
#include \"tools/rbcheck/Version.h\"

const char *const rbcheck::kCommit = \"${commit}\";
")
set(old "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT text STREQUAL old)
  file(WRITE "${OUTPUT}" "${text}")
endif()
