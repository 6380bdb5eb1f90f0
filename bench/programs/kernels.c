// What programs in C do all day, a kernel each: N thousand rounds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Record {
  int key, weight;
  double values[3];
  char name[32];
};
static struct Record records[64];

static unsigned long copies(int rounds) { // structs by assignment and by value
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    records[i % 64].key = i;
    struct Record copy = records[i * 7 % 64];
    copy.weight += i;
    records[i * 5 % 64] = copy;
    sum += copy.key;
  }
  return sum;
}

static unsigned long blocks(int rounds) { // malloc and free
  int *held[16] = {0};
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    int *block = malloc(16 + i % 64);
    block[0] = i;
    if (held[i % 16])
      sum += *held[i % 16];
    free(held[i % 16]);
    held[i % 16] = block;
  }
  return sum;
}

static const char *const kWords[] = {"mutex", "condition", "barrier", "semaphore"};

static unsigned long strings(int rounds) {
  char text[64];
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    strcpy(text, kWords[i % 4]);
    strcat(text, kWords[i / 4 % 4]);
    sum += strlen(text) + (strcmp(text, "mutexbarrier") > 0);
    sum += memcmp(text, "condition", 9) == 0;
    sum += strchr(text, 'r') != 0;
  }
  return sum;
}

static unsigned long fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static unsigned long recursion(int rounds) { // about 230 calls a round
  unsigned long sum = 0;
  for (int i = 0; i < rounds; ++i)
    sum += fib(10 + (i & 1));
  return sum;
}

static unsigned long hashes(int rounds) { // shifts, bytes
  unsigned long sum = 0;
  unsigned hash = 2166136261u;
  for (int i = 0; i < rounds; ++i) {
    hash = (hash << 13 | hash >> 18) ^ (unsigned)i;
    hash *= 5, hash += hash >> 6;
    sum += (unsigned char)(hash >> 24) + (unsigned short)(hash >> 8);
    sum ^= sum << 7;
    sum = sum >> 3 ^ sum << 60;
  }
  return sum;
}

int main(int count, char **arguments) {
  unsigned long (*const kernels[])(int) = {copies, blocks, strings, recursion, hashes};
  printf("%lu\n", kernels[KERNEL](1000 * (count > 1 ? atoi(arguments[1]) : 1)));
}
