// Inline assembly as programs write it computes what the processor does.
// RUN: %same %s
// RUN: %same %s -O2
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  uint64_t low, high;
} __attribute__((aligned(16))) Pair;

static bool exchangePair(Pair *target, Pair expected, Pair desired, Pair *old) {
  bool done;
  __asm__ __volatile__("lock; cmpxchg16b %0\n\tsetz %3"
                       : "+m"(*target), "=a"(old->low), "=d"(old->high),
                         "=q"(done)
                       : "a"(expected.low), "d"(expected.high),
                         "b"(desired.low), "c"(desired.high)
                       : "memory", "cc");
  return done;
}
static bool exchangeBoth(uint64_t *target, uint64_t *expected, uint64_t to) {
  bool done;
  uint32_t low = (uint32_t)*expected, high = (uint32_t)(*expected >> 32);
  __asm__ __volatile__("lock cmpxchg8b %1"
                       : "=@ccz"(done), "+m"(*target), "+a"(low), "+d"(high)
                       : "b"((uint32_t)to), "c"((uint32_t)(to >> 32))
                       : "memory");
  *expected = (uint64_t)high << 32 | low;
  return done;
}
/* Operands in registers that the text names. */
static bool exchangeNamed(Pair *target, Pair *expected, Pair *desired) {
  bool done;
  __asm__ __volatile__("movq 0(%2), %%rax;"
                       "movq 8(%2), %%rdx;"
                       "movq (%3), %%rbx;"
                       "movq 8(%3), %%rcx;"
                       "lock cmpxchg16b %0; setz %1"
                       : "+m"(*target), "=q"(done)
                       : "S"(expected), "D"(desired)
                       : "memory", "cc", "rax", "rbx", "rcx", "rdx");
  return done;
}

#define EXCHANGE(T, suffix)                                                    \
  static T exchange##suffix(T *target, T expected, T desired) {                \
    __asm__ __volatile__("lock; cmpxchg" #suffix " %2,%1"                      \
                         : "+a"(expected), "+m"(*target)                       \
                         : "q"(desired)                                        \
                         : "memory");                                          \
    return expected;                                                           \
  }                                                                            \
  static T add##suffix(T *target, T value) {                                   \
    __asm__ __volatile__("lock; xadd" #suffix " %0, %1"                        \
                         : "+q"(value), "+m"(*target)                          \
                         :                                                     \
                         : "memory", "cc");                                    \
    return value;                                                              \
  }                                                                            \
  static T swap##suffix(T *target, T value) {                                  \
    __asm__ __volatile__("xchg" #suffix " %0, %1"                              \
                         : "+q"(value), "+m"(*target)                          \
                         :                                                     \
                         : "memory");                                          \
    return value;                                                              \
  }
EXCHANGE(uint8_t, b)
EXCHANGE(uint16_t, w)
EXCHANGE(uint32_t, l)
EXCHANGE(uint64_t, q)

static void bits(void) {
  uint64_t words[2] = {1, 0};
  bool was;
  __asm__ __volatile__("lock; btsq %2, %1; setc %0" : "=q"(was), "+m"(words)
                       : "r"(70ull) : "memory", "cc");
  printf("bts %d %lx %lx\n", was, words[0], words[1]);
  __asm__ __volatile__("lock btrq %2, %1" : "=@ccc"(was), "+m"(words)
                       : "Ir"(0ull) : "memory");
  printf("btr %d %lx\n", was, words[0]);
  __asm__ __volatile__("lock btcl %2, %1" : "=@ccc"(was), "+m"(words[0])
                       : "Ir"(3) : "memory");
  printf("btc %d %lx\n", was, words[0]);
  __asm__("btl %2, %1" : "=@ccc"(was) : "m"(words[0]), "r"(3));
  printf("bt %d\n", was);
  uint32_t found, old = 77;
  __asm__("bsfl %1, %0" : "=r"(found) : "rm"(0x50u));
  printf("bsf %u", found);
  __asm__("bsrl %1, %0" : "=r"(found) : "rm"(0x50u));
  printf(" bsr %u", found);
  __asm__("bsrl %1, %0" : "=r"(old) : "rm"(0u), "0"(old));
  printf(" none %u", old);
  __asm__("bswap %0" : "+r"(found));
  printf(" bswap %x\n", found);
}

static void flags(void) {
  int counter = 2;
  bool isZero, isNegative;
  __asm__ __volatile__("lock; decl %0; sete %1" : "+m"(counter), "=qm"(isZero)
                       : : "memory", "cc");
  printf("dec %d", isZero);
  __asm__ __volatile__("lock; subl %3, %0; setz %1; sets %2"
                       : "+m"(counter), "=q"(isZero), "=q"(isNegative)
                       : "ir"(5) : "memory", "cc");
  printf(" sub %d %d %d", isZero, isNegative, counter);
  __asm__ __volatile__("lock; addl %2, %0" : "+m"(counter), "=@ccz"(isZero)
                       : "r"(4) : "memory");
  printf(" add %d %d", isZero, counter);
  counter = 7;
  __asm__ __volatile__("lock negl %0; setz %1" : "+m"(counter), "=q"(isZero)
                       : : "memory", "cc");
  printf(" neg %d %d\n", isZero, counter);
  unsigned a = 0xfffffff0, b = 0x20;
  unsigned char carry;
  __asm__("addl %2, %0; setc %1" : "+r"(a), "=q"(carry) : "r"(b));
  printf("carry %x %d\n", a, carry);
  unsigned long low = ~0ul, high = 7, more = 1;
  __asm__("addq %2, %0; adcq $0, %1" : "+r"(low), "+r"(high) : "r"(more));
  printf("adc %lx %lx\n", low, high);
  int x = -3, y = 2, least;
  __asm__("cmpl %2, %1; movl %2, %0; cmovll %1, %0" : "=&r"(least)
          : "r"(x), "r"(y));
  printf("cmov %d\n", least);
  for (int i = -1; i < 2; ++i) {
    unsigned char less, above, most;
    __asm__("cmpl $0, %3; setl %0; seta %1; setle %2"
            : "=q"(less), "=q"(above), "=q"(most) : "r"(i));
    printf("%d%d%d ", less, above, most);
  }
  printf("\n");
}

static void arithmetic(void) {
  uint64_t low, high;
  __asm__("mulq %3" : "=a"(low), "=d"(high)
          : "a"(0x123456789abcdef0ull), "rm"(0xfedcba9876543210ull));
  printf("mul %lx %lx\n", high, low);
  uint64_t quotient, rest;
  __asm__("divq %4" : "=a"(quotient), "=d"(rest)
          : "a"(100ull), "d"(1ull), "r"(7ull));
  printf("div %lu %lu\n", quotient, rest);
  uint32_t turned = 0x80000001u;
  __asm__("roll $4, %0" : "+r"(turned));
  __asm__("rorl %%cl, %0" : "+r"(turned) : "c"(8));
  printf("rol %x\n", turned);
  uint64_t value = 5;
  __asm__("leaq 3(%0,%0,4), %0; shlq $2, %0; negq %0; notq %0" : "+r"(value));
  printf("lea %ld\n", (long)value);
  signed char small = -2;
  int wide;
  unsigned zero;
  __asm__("movsbl %1, %0" : "=r"(wide) : "q"(small));
  __asm__("movzbl %1, %0" : "=r"(zero) : "m"(small));
  printf("mov %d %u\n", wide, zero);
  uint64_t part = 0x1122334455667788;
  __asm__("movb $1, %b0" : "+q"(part));
  printf("part %lx", part);
  __asm__("movl $1, %k0" : "+r"(part));
  printf(" %lx\n", part);
}

/* A loop: the sum of an array, and a choice of dialects. */
static int sum(const int *at, long count) {
  int total;
  __asm__ __volatile__("xorl %0, %0\n"
                       "1:\ttestq %2, %2 # more?\n"
                       "\tjz 2f\n"
                       "\taddl (%1), %0\n"
                       "\taddq $4, %1\n"
                       "\tdecq %2\n"
                       "\tjmp 1b\n"
                       "2:"
                       : "=&r"(total), "+r"(at), "+r"(count)
                       :
                       : "memory", "cc");
  return total;
}
static int copied(int from) {
  int to;
  __asm__("{movl %1, %0|mov %0, %1}" : "=r"(to) : "r"(from));
  return to;
}

static double kept(double x, int *n) {
  __asm__ __volatile__("" : "+x"(x), "+r"(*n) : : "memory");
  __asm__ __volatile__("" : "+r,m"(*n) : : "memory");
  __asm__ __volatile__("" : : "r,m"(x) : "memory");
  __asm__ __volatile__("" : : "g"(n), "X"(x));
  return x;
}

int main(void) {
  Pair pair = {1, 2}, old;
  bool done = exchangePair(&pair, (Pair){1, 2}, (Pair){3, 4}, &old);
  printf("16b %d %lu %lu\n", done, pair.low, pair.high);
  done = exchangePair(&pair, (Pair){1, 2}, (Pair){5, 6}, &old);
  printf("16b %d %lu %lu\n", done, old.low, old.high);
  Pair wanted = {3, 4}, next = {8, 9};
  done = exchangeNamed(&pair, &wanted, &next);
  printf("16b %d %lu %lu\n", done, pair.low, pair.high);
  uint64_t both = 0x100000002, seen = 7;
  done = exchangeBoth(&both, &seen, 9);
  printf("8b %d %lx\n", done, seen);
  done = exchangeBoth(&both, &seen, 0x900000008);
  printf("8b %d %lx\n", done, both);
  uint8_t b = 250;
  uint16_t w = 250;
  uint32_t l = 250;
  uint64_t q = 250;
  printf("%d %d %u %lu\n", addb(&b, 10), addw(&w, 10), addl(&l, 10),
         addq(&q, 10));
  printf("%d %d %u %lu\n", b, w, l, q);
  printf("%d %d %u %lu\n", exchangeb(&b, 4, 1), exchangew(&w, 1, 2),
         exchangel(&l, 260, 3), exchangeq(&q, 260, 4));
  printf("%d %d %u %lu\n", swapb(&b, 9), swapw(&w, 9), swapl(&l, 9),
         swapq(&q, 9));
  printf("%d %d %u %lu\n", b, w, l, q);
  bits();
  flags();
  arithmetic();
  int numbers[] = {1, 2, 3, 4};
  printf("%d %d\n", sum(numbers, 4), copied(42));
  int n = 6;
  printf("%g %d\n", kept(1.5, &n), n);
  __asm__ __volatile__("rep; nop" ::: "memory");
  __asm__ __volatile__("pause; lfence; sfence; mfence" ::: "memory");
  __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
  __asm__ __volatile__("prefetcht0 %0" : : "m"(n));
  return 0;
}
