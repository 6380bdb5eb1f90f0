# find_package(rbcheck): the tool, its header and tests with it for CTest.
#
#   rbcheck::tool     the program rbcheck
#   rbcheck::header   for targets that include rbcheck.h. Natively its calls have
#                     a simple meaning; under rbcheck they mean what they say
#
#   rbcheck_add_test(NAME name
#                    (TARGET target | SOURCES file...)
#                    [ARGS argument...]      of the program
#                    [OPTIONS option...]     of rbcheck
#                    [EXPECT no-error | error | inconclusive]
#                    [LABELS label...])
#
# A test for CTest that passes if rbcheck's verdict on the program is the expected
# one, by default no-error. The target is an executable of the project; it is
# built as ever and leaves bitcode on top (rbbuild), as do the libraries of the
# project that it links: with their own definitions, folders and options. From
# SOURCES an executable `name` is made, to which target_link_libraries and the like
# can be applied.
#
# The same file serves an installation and a build folder of rbcheck.
# Documentation: docs/test-suites.md. Tested by test/examples/test-suite.test.
cmake_minimum_required(VERSION 3.21...3.30)

get_filename_component(_rbcheck_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(RBCHECK_EXECUTABLE "${_rbcheck_root}/bin/rbcheck")
set(RBBUILD_EXECUTABLE "${_rbcheck_root}/bin/rbbuild")
set(RBCHECK_EXPECT "${CMAKE_CURRENT_LIST_DIR}/rbcheck-expect.sh")
set(RBCHECK_INCLUDE_DIR "${_rbcheck_root}/include")
foreach(_rbcheck_file IN ITEMS "${RBCHECK_EXECUTABLE}" "${RBBUILD_EXECUTABLE}"
        "${RBCHECK_INCLUDE_DIR}/rbcheck.h")
  if(NOT EXISTS "${_rbcheck_file}")
    set(rbcheck_FOUND FALSE)
    set(rbcheck_NOT_FOUND_MESSAGE "${_rbcheck_file} is missing")
    return()
  endif()
endforeach()

if(NOT TARGET rbcheck::tool)
  add_executable(rbcheck::tool IMPORTED GLOBAL)
  set_target_properties(rbcheck::tool PROPERTIES
    IMPORTED_LOCATION "${RBCHECK_EXECUTABLE}")
  add_library(rbcheck::header INTERFACE IMPORTED GLOBAL)
  set_target_properties(rbcheck::header PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${RBCHECK_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS RBCHECK_NATIVE)
endif()

# The commands of `target` and of the libraries it links run under rbbuild.
function(_rbcheck_leave_bitcode target)
  get_target_property(alias "${target}" ALIASED_TARGET)
  if(alias)
    set(target "${alias}")
  endif()
  get_target_property(is_imported "${target}" IMPORTED)
  get_target_property(is_done "${target}" RBCHECK_LEAVES_BITCODE)
  if(is_imported OR is_done)
    return()
  endif()
  set_property(TARGET "${target}" PROPERTY RBCHECK_LEAVES_BITCODE TRUE)
  get_target_property(type "${target}" TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    foreach(what IN ITEMS C_COMPILER CXX_COMPILER C_LINKER CXX_LINKER)
      get_target_property(launcher "${target}" ${what}_LAUNCHER)
      if(NOT launcher)
        set(launcher "")
      endif()
      set_property(TARGET "${target}" PROPERTY ${what}_LAUNCHER
                   "${RBBUILD_EXECUTABLE}" ${launcher})
    endforeach()
    get_target_property(libraries "${target}" LINK_LIBRARIES)
  endif()
  get_target_property(more "${target}" INTERFACE_LINK_LIBRARIES)
  foreach(library IN LISTS libraries more)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
    if(TARGET "${library}")
      _rbcheck_leave_bitcode("${library}")
    endif()
  endforeach()
endfunction()

function(rbcheck_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;TARGET;EXPECT"
                        "SOURCES;ARGS;OPTIONS;LABELS")
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rbcheck_add_test: '${test_UNPARSED_ARGUMENTS}' is none "
                        "of its arguments")
  endif()
  if(NOT test_NAME)
    message(FATAL_ERROR "rbcheck_add_test: NAME is missing")
  endif()
  if(test_TARGET AND test_SOURCES)
    message(FATAL_ERROR "rbcheck_add_test(${test_NAME}): TARGET or SOURCES, "
                        "not both")
  elseif(test_SOURCES)
    find_package(Threads REQUIRED)
    add_executable("${test_NAME}" ${test_SOURCES})
    target_link_libraries("${test_NAME}" PRIVATE rbcheck::header Threads::Threads)
    set(test_TARGET "${test_NAME}")
  elseif(NOT test_TARGET)
    message(FATAL_ERROR "rbcheck_add_test(${test_NAME}): TARGET or SOURCES is "
                        "missing")
  endif()
  if(NOT DEFINED test_EXPECT)
    set(test_EXPECT no-error)
  endif()
  set(verdicts no-error error inconclusive)
  list(FIND verdicts "${test_EXPECT}" code)
  if(code EQUAL -1)
    message(FATAL_ERROR "rbcheck_add_test(${test_NAME}): EXPECT is no-error, "
                        "error or inconclusive, not '${test_EXPECT}'")
  endif()
  # At the end of the folder all libraries of the target are known.
  cmake_language(EVAL CODE "
    cmake_language(DEFER CALL _rbcheck_leave_bitcode [[${test_TARGET}]])")

  set(arguments "")
  if(test_ARGS)
    set(arguments -- ${test_ARGS})
  endif()
  add_test(NAME "${test_NAME}"
    COMMAND sh "${RBCHECK_EXPECT}" ${code} "${RBCHECK_EXECUTABLE}"
      ${test_OPTIONS} "$<TARGET_FILE:${test_TARGET}>" ${arguments}
    COMMAND_EXPAND_LISTS)
  set_tests_properties("${test_NAME}" PROPERTIES
    LABELS "rbcheck;${test_LABELS}")
endfunction()
