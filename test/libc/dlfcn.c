// Functions and variables by their names; libraries that were linked.
// RUN: %rbcc %s -o %t.bc && %rbcc -DPLUGIN %s -o %t.plugin.bc
// RUN: cp %t.plugin.bc %T/dlfcn_plugin.bc
// RUN: %exits 0 rbcheck %t.bc
// RUN: %exits 0 rbcheck --link=%T/dlfcn_plugin.bc %t.bc -- plugin
// RUN: %exits 2 rbcheck %t.bc -- plugin | FileCheck %s
// RUN: %exits 1 rbcheck %t.bc -- race | FileCheck %s --check-prefix=RACE
// CHECK: unsupported: dlopen of libdlfcn_plugin.so: its code is not part of the program; link its bitcode with --link=FILE
// RACE: data race
#ifdef PLUGIN
int plugged(int x) { return x + 1; }
#else
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

int variable = 5;
int twice(int x) { return 2 * x; }
// Only its name is used.
void *bump(void *unused) {
  ++variable;
  return unused;
}

int main(int argc, char **argv) {
  void *self = dlopen(0, RTLD_NOW);
  int (*function)(int) = (int (*)(int))dlsym(self, "twice");
  int *number = dlsym(RTLD_DEFAULT, "variable");
  assert(function(4) == 8 && *number == 5 && !dlerror());
  assert(!dlsym(self, "nobody") && strstr(dlerror(), "nobody") && !dlerror());
  assert(dlopen("libm.so.6", RTLD_LAZY) && !dlopen("/no/such.so", RTLD_LAZY));
  assert(strstr(dlerror(), "/no/such.so"));
  Dl_info info;
  assert(dladdr((void *)twice, &info) && !strcmp(info.dli_sname, "twice"));
  if (argc > 1 && !strcmp(argv[1], "plugin")) {
    void *library = dlopen("libdlfcn_plugin.so", RTLD_NOW);
    int (*plugged)(int) = (int (*)(int))dlsym(library, "plugged");
    assert(plugged(1) == 2 && !dlclose(library));
  } else if (argc > 1) {
    pthread_t thread;
    pthread_create(&thread, 0, (void *(*)(void *))dlsym(self, "bump"), 0);
    ++variable;
    pthread_join(thread, 0);
  }
  return 0;
}
#endif
