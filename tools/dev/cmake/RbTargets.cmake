# How every C++ target of rbcheck is compiled.
#
#   rb_options   flags and include root for all code of ours
#   rb_sanitize  ASan and UBSan when RB_SANITIZE is on, else nothing; kept apart
#                because the plug-in is loaded by a clang that has neither
#   rb_object_library(NAME SOURCES... [LINK TARGETS...] [PRECOMPILE HEADERS...])
#                an OBJECT library, so that self-registering files are never
#                dropped by the linker; an INTERFACE one while it has no source
#   rb_precompile(NAME [HEADERS...])
#                what most files include is parsed once per target: half of the
#                build time otherwise
#   rb_embed(TARGET FILES...)
#                compiles text files into a target (tools/report/Embedded.h)
find_package(Threads REQUIRED)

add_library(rb_options INTERFACE)
target_include_directories(rb_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(rb_options INTERFACE
  -fno-exceptions -fno-rtti -Wall -Wextra -Wno-unused-parameter
  -fdiagnostics-color=auto
  "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/="
  "SHELL:-Xclang -fno-pch-timestamp")
target_link_libraries(rb_options INTERFACE rb_llvm Threads::Threads)
if(EXISTS "${LLVM_TOOLS_BINARY_DIR}/ld.lld")
  target_link_options(rb_options INTERFACE -fuse-ld=lld)
endif()

add_library(rb_sanitize INTERFACE)
if(RB_SANITIZE)
  # vptr and function checks need RTTI; LLVM is built without it.
  set(rb_sanitize_flags -fsanitize=address,undefined
      -fno-sanitize=vptr,function -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
  target_compile_options(rb_sanitize INTERFACE ${rb_sanitize_flags})
  target_link_options(rb_sanitize INTERFACE ${rb_sanitize_flags})
endif()

function(rb_precompile name)
  target_precompile_headers(${name} PRIVATE
    "${PROJECT_SOURCE_DIR}/tools/dev/cmake/Common.h" ${ARGN})
endfunction()

# Of LLVM, for targets that work on IR.
set(rb_ir_headers <llvm/IR/IRBuilder.h> <llvm/IR/IntrinsicInst.h>
    <llvm/IR/DebugInfoMetadata.h> <llvm/IR/Module.h>)

function(rb_object_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;PRECOMPILE")
  if(arg_SOURCES)
    add_library(${name} OBJECT ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC rb_options rb_sanitize ${arg_LINK})
    rb_precompile(${name} ${arg_PRECOMPILE})
  else()
    message(STATUS "${name}: no sources yet")
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE rb_options rb_sanitize ${arg_LINK})
  endif()
endfunction()

function(rb_embed target)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${target}-embedded.cpp")
  set(script "${PROJECT_SOURCE_DIR}/tools/dev/cmake/EmbedFiles.cmake")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}"
            "-DROOT=${PROJECT_SOURCE_DIR}" "-DFILES=${ARGN}" -P "${script}"
    DEPENDS ${ARGN} "${script}"
    COMMENT "Embedding text files into ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
