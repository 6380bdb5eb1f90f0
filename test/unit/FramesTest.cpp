//===- test/unit/FramesTest.cpp - Which frames are the user's -------------===//
#include "tools/warnings/Frames.h"

#include "gtest/gtest.h"

using namespace rbcheck;

namespace {

bool isUsers(const char *func, const char *file, const char *module = "") {
  return isUserFrame({{func, file, 7}, 0, module});
}

TEST(Frames, Sanitizers) {
  EXPECT_FALSE(isUsers("memcpy", "../../../../src/libsanitizer/"
                                 "sanitizer_common/"
                                 "sanitizer_common_interceptors.inc"));
  EXPECT_FALSE(isUsers("free", "tsan_interceptors_posix.cpp"));
  EXPECT_FALSE(isUsers("operator new", "/build/llvm-19/compiler-rt/lib/tsan/"
                                       "rtl/tsan_new_delete.cpp"));
  EXPECT_FALSE(isUsers("f", "x.c", "libtsan.so.2"));
  EXPECT_TRUE(isUsers("main", "/llvm/compiler-rt/test/tsan/race.c"));
  EXPECT_TRUE(isUsers("main", "tsan_test.c"));
}

TEST(Frames, Valgrind) {
  EXPECT_FALSE(isUsers("mutex_lock_WRK", "hg_intercepts.c"));
  EXPECT_FALSE(isUsers("pthread_join", "drd_pthread_intercepts.c"));
  EXPECT_FALSE(isUsers("free", "vg_replace_malloc.c"));
  EXPECT_FALSE(isUsers("strcpy", "vg_replace_strmem.c"));
  EXPECT_FALSE(isUsers("f", "x.c", "/usr/libexec/valgrind/vgpreload_drd.so"));
}

TEST(Frames, CLibrary) {
  EXPECT_FALSE(isUsers("start_thread", "./nptl/pthread_create.c"));
  EXPECT_FALSE(isUsers("start_thread", "./nptl/./nptl/pthread_create.c"));
  EXPECT_FALSE(isUsers("clone", "./misc/../sysdeps/unix/clone.c"));
  EXPECT_FALSE(isUsers("__libc_start_main", "../csu/libc-start.c"));
  EXPECT_FALSE(isUsers("free", "./malloc/malloc.c"));
  EXPECT_FALSE(isUsers("f", "/build/glibc-6V9RKT/glibc-2.19/nptl/x.c"));
  EXPECT_FALSE(isUsers("clone", "clone.S"));
  EXPECT_FALSE(isUsers("start_thread", "pthread_create.c"));
  EXPECT_FALSE(isUsers("f", "x.c", "/lib/x86_64-linux-gnu/libc.so.6"));
}

TEST(Frames, ProgramsWithSuchNames) {
  EXPECT_TRUE(isUsers("reverse", "string/x.c"));
  EXPECT_TRUE(isUsers("reverse", "./string/x.c"));
  EXPECT_TRUE(isUsers("open_log", "/srv/nptl/log.c"));
  EXPECT_TRUE(isUsers("open_log", "./src/sysdeps/log.c"));
  EXPECT_TRUE(isUsers("main", "pthread_create.c"));
  EXPECT_TRUE(isUsers("create_thread", "server.c"));
  EXPECT_TRUE(isUsers("start_thread", "/srv/pool.c"));
  EXPECT_TRUE(isUsers("malloc", "/srv/pool/malloc.c"));
}

TEST(Frames, CxxLibrary) {
  EXPECT_FALSE(isUsers("std::thread::_State::_M_run()", "std_thread.h"));
  EXPECT_FALSE(isUsers("_M_invoke<0>", "/usr/include/c++/12/bits/x.h"));
  EXPECT_FALSE(isUsers("f", "/opt/gcc/include/c++/13/bits/x.h"));
  EXPECT_FALSE(isUsers("f", "../../src/libstdc++-v3/src/c++11/thread.cc"));
  EXPECT_FALSE(isUsers("__gthread_mutex_lock", "gthr-default.h"));
  EXPECT_TRUE(isUsers("std::hash<Key>::operator()(Key) const", "key.cpp"));
  EXPECT_TRUE(isUsers("std::hash<Key>::operator()(Key) const", "/srv/key.h"));
  EXPECT_TRUE(isUsers("run(std::thread&)", "pool.h"));
}

} // namespace
