# Finds LLVM 19 and the tools that belong to it.
#
# Provides the target rb_llvm (headers and what is used of LLVM's archives: to load
# libLLVM as a whole takes longer than to check a small program) and the
# variables RB_CLANG, RB_LLVM_LINK, RB_LLVM_AR, RB_OPT: full paths, always of the LLVM
# that was found, never another one that happens to be on PATH.
find_program(RB_LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND "${RB_LLVM_CONFIG}" --prefix
                OUTPUT_VARIABLE RB_LLVM_PREFIX
                OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
find_package(LLVM 19.1 REQUIRED CONFIG
             HINTS "${RB_LLVM_PREFIX}/lib/cmake/llvm" NO_DEFAULT_PATH)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${RB_LLVM_PREFIX}")

foreach(pair CLANG=clang LLVM_LINK=llvm-link LLVM_AR=llvm-ar OPT=opt FILECHECK=FileCheck)
  string(REPLACE "=" ";" pair "${pair}")
  list(GET pair 0 variable)
  list(GET pair 1 tool)
  find_program(RB_${variable} NAMES ${tool} PATHS "${LLVM_TOOLS_BINARY_DIR}"
               NO_DEFAULT_PATH REQUIRED)
endforeach()
find_file(RB_LIT NAMES lit.py PATHS "${RB_LLVM_PREFIX}/build/utils/lit"
          NO_DEFAULT_PATH REQUIRED)

separate_arguments(RB_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_library(rb_llvm INTERFACE)
target_include_directories(rb_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(rb_llvm INTERFACE ${RB_LLVM_DEFINITIONS})
# A plug-in lives in a process that has LLVM already.
llvm_map_components_to_libnames(rb_llvm_parts bitreader bitwriter irreader
  object objcopy linker analysis transformutils asmparser core support demangle
  targetparser)
set(rb_is_plugin "$<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>")
target_link_libraries(rb_llvm INTERFACE
  "$<IF:${rb_is_plugin},LLVM,${rb_llvm_parts}>")
