# What `rbcheck --version` says of the build (tools/rbcheck/Version.cpp).
#
# The commit is asked for in every build, and its source written when it changed.
set(rb_commit "${CMAKE_CURRENT_BINARY_DIR}/Commit.cpp")
add_custom_target(rb_commit
  COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}"
          "-DOUTPUT=${rb_commit}"
          -P "${CMAKE_CURRENT_LIST_DIR}/Commit.cmake"
  BYPRODUCTS "${rb_commit}"
  VERBATIM)
add_dependencies(rbcheck rb_commit)
target_sources(rbcheck PRIVATE "${rb_commit}")
set_source_files_properties("${rb_commit}" PROPERTIES GENERATED ON)

set(rb_xxhash_version "")
foreach(part MAJOR MINOR RELEASE)
  file(STRINGS "${RB_XXHASH_INCLUDE_DIR}/xxhash.h" line
       REGEX "^#define XXH_VERSION_${part} ")
  string(REGEX MATCH "[0-9]+$" number "${line}")
  list(APPEND rb_xxhash_version "${number}")
endforeach()
list(JOIN rb_xxhash_version . rb_xxhash_version)
find_package(TBB REQUIRED)
target_compile_definitions(rbcheck PRIVATE
  "RBCHECK_BUILD_TYPE=\"${CMAKE_BUILD_TYPE}\""
  "RBCHECK_LIBRARIES=\"oneTBB ${TBB_VERSION}, libxml2 ${LIBXML2_VERSION_STRING}, xxHash ${rb_xxhash_version}\"")
