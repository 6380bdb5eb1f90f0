// What rbcheck cannot do ends in one line that names it and says how to go on.
// RUN: %rbcc -DCALL="vhangup()" %s -o %t.1.bc
// RUN: %exits 2 rbcheck %t.1.bc | FileCheck --check-prefix=NAME %s
// NAME: inconclusive: call to vhangup, which has neither a definition nor a model at {{.*}}unsupported.c:[[#CALL:]]:{{[0-9]+}}; define it with --link=FILE, or let it return a value with --stub=vhangup=VALUE
// RUN: %rbcc -DCALL="open(\"/proc/self/stat\",0)" %s -o %t.2.bc
// RUN: %exits 2 rbcheck %t.2.bc | FileCheck --check-prefix=DEVICE %s
// DEVICE: inconclusive: unsupported: opening /proc/self/stat, which is no ordinary file
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  CALL;
  return 0;
}
