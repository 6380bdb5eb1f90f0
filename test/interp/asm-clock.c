// rdtsc is the virtual clock, in every spelling; cpuid answers for an x86-64
// without extensions, and who asks is told that sse2 is there.
// RUN: %rbcc %s -o %t.bc
// RUN: %exits 0 rbcheck --accept=time %t.bc
// RUN: %exits 2 rbcheck %t.bc | FileCheck %s
// CHECK: virtual time
#include <assert.h>
#include <cpuid.h>
#include <stdint.h>
#include <x86intrin.h>

static uint64_t now(void) {
  uint32_t low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}
static uint64_t nowAt(uint32_t *processor) {
  uint32_t low, high;
  __asm__ __volatile__("rdtscp" : "=a"(low), "=d"(high), "=c"(*processor));
  return (uint64_t)high << 32 | low;
}

int main(void) {
  uint32_t processor = 7;
  uint64_t a = now(), b = __rdtsc(), c = nowAt(&processor);
  uint64_t d = __builtin_readcyclecounter(), e = __rdtscp(&processor);
  assert(a < b && b < c && c < d && d < e && processor == 0);
  uint32_t eax, ebx, ecx, edx;
  assert(__get_cpuid(1, &eax, &ebx, &ecx, &edx));
  assert(edx & bit_SSE2 && ecx & bit_CMPXCHG16B && !(ecx & bit_AVX));
  assert(!__get_cpuid_max(0x80000000, 0));
  assert(__builtin_cpu_supports("sse2") && !__builtin_cpu_supports("avx2"));
  return 0;
}
