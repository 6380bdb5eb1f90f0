//===- runtime/libc/random.c - Random numbers, the same in every run ------===//
//
// The n-th number is a mix of the seed and n, so that drawing one is a single
// atomic step and threads may draw together. The numbers are not glibc's, and
// with any seed only one sequence is tried: every function that draws says so.
// Those that keep POSIX's 48 bits in the caller's memory are exact.
// Tested by test/models/random.c.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#ifdef RB_NATIVE_LIBC // nobody to tell in a native replay
#define __rb_approximate(name, who) ((void)(who))
#else
void __rb_approximate(const char *name, const char *who);
#endif

/// Sebastiano Vigna's splitmix64 finaliser.
static unsigned long mix(unsigned long x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

static unsigned long state = 1ul << 32; // seed in the upper half
static unsigned long state48 = 1ul << 32;

static void seedWith(unsigned long *where, unsigned long seed) {
  __atomic_store_n(where, seed << 32, __ATOMIC_SEQ_CST);
}

static unsigned long draw(unsigned long *where, const char *who) {
  __rb_approximate("rand", who);
  return mix(__atomic_fetch_add(where, 1, __ATOMIC_SEQ_CST));
}

void srand(unsigned seed) { seedWith(&state, seed); }
int rand(void) { return (int)(draw(&state, "rand") >> 33); }
void srandom(unsigned seed) { seedWith(&state, seed); }
long random(void) { return (long)(draw(&state, "random") >> 33); }

int rand_r(unsigned *seed) {
  __rb_approximate("rand", "rand_r");
  *seed += 1;
  return (int)(mix(*seed) >> 33);
}

void srand48(long seed) { seedWith(&state48, (unsigned)seed); }
double drand48(void) {
  return (double)(draw(&state48, "drand48") >> 11) * 0x1p-53;
}
long lrand48(void) { return (long)(draw(&state48, "lrand48") >> 33); }
long mrand48(void) { return (int)(draw(&state48, "mrand48") >> 32); }

static unsigned long draw48(unsigned short own[3]) {
  unsigned long x =
      own[0] | (unsigned long)own[1] << 16 | (unsigned long)own[2] << 32;
  x = (x * 0x5deece66d + 0xb) & 0xffffffffffff;
  own[0] = (unsigned short)x;
  own[1] = (unsigned short)(x >> 16);
  own[2] = (unsigned short)(x >> 32);
  return x;
}

double erand48(unsigned short own[3]) { return (double)draw48(own) * 0x1p-48; }
long nrand48(unsigned short own[3]) { return (long)(draw48(own) >> 17); }
long jrand48(unsigned short own[3]) { return (int)(draw48(own) >> 16); }

static unsigned drawWord(const char *who) {
  return (unsigned)(draw(&state48, who) >> 32);
}
static void drawBytes(void *to, size_t size, const char *who) {
  for (size_t i = 0; i < size; ++i)
    ((unsigned char *)to)[i] = (unsigned char)drawWord(who);
}

unsigned arc4random(void) { return drawWord("arc4random"); }
void arc4random_buf(void *to, size_t size) {
  drawBytes(to, size, "arc4random_buf");
}
unsigned arc4random_uniform(unsigned end) {
  return end ? (unsigned)((unsigned long)arc4random() * end >> 32) : 0;
}

ssize_t getrandom(void *to, size_t size, unsigned flags) {
  (void)flags;
  drawBytes(to, size, "getrandom");
  return (ssize_t)size;
}
int getentropy(void *to, size_t size) {
  drawBytes(to, size, "getentropy");
  return 0;
}

int srandom_r(unsigned seed, struct random_data *own) {
  own->rand_type = (int)seed;
  own->rand_deg = 0;
  return 0;
}
int initstate_r(unsigned seed, char *space, size_t size,
                struct random_data *own) {
  (void)space, (void)size;
  return srandom_r(seed, own);
}
int random_r(struct random_data *own, int *result) {
  __rb_approximate("rand", "random_r");
  unsigned long at = (unsigned long)(unsigned)own->rand_type << 32;
  *result = (int)(mix(at + (unsigned)own->rand_deg++) >> 33);
  return 0;
}
