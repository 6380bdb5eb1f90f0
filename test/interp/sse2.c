// The functions of <emmintrin.h>, and loops that the compiler turns to vectors.
// RUN: %same %s
// RUN: %same %s -O2
#include <emmintrin.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void show(const char *name, __m128i v) {
  uint8_t bytes[16];
  memcpy(bytes, &v, 16);
  printf("%s ", name);
  for (int i = 0; i < 16; ++i)
    printf("%02x", bytes[i]);
  printf("\n");
}
static void showReal(const char *name, __m128d v) {
  show(name, _mm_castpd_si128(v));
}
#define SHOW(what) show(#what, what)

static void integers(__m128i a, __m128i b) {
  SHOW(_mm_adds_epi8(a, b));
  SHOW(_mm_adds_epu16(a, b));
  SHOW(_mm_subs_epi16(a, b));
  SHOW(_mm_packs_epi16(a, b));
  SHOW(_mm_packs_epi32(a, b));
  SHOW(_mm_packus_epi16(a, b));
  SHOW(_mm_madd_epi16(a, b));
  SHOW(_mm_mulhi_epi16(a, b));
  SHOW(_mm_mulhi_epu16(a, b));
  SHOW(_mm_mullo_epi16(a, b));
  SHOW(_mm_mul_epu32(a, b));
  SHOW(_mm_avg_epu8(a, b));
  SHOW(_mm_avg_epu16(a, b));
  SHOW(_mm_sad_epu8(a, b));
  SHOW(_mm_max_epu8(a, b));
  SHOW(_mm_min_epi16(a, b));
  SHOW(_mm_cmpgt_epi8(a, b));
  SHOW(_mm_cmpeq_epi32(a, a));
  SHOW(_mm_unpackhi_epi8(a, b));
  SHOW(_mm_shuffle_epi32(a, 0x1b));
  SHOW(_mm_shufflelo_epi16(a, 0x1b));
  SHOW(_mm_slli_epi16(a, 3));
  SHOW(_mm_slli_epi64(a, 70));
  SHOW(_mm_srli_epi32(a, 31));
  SHOW(_mm_srai_epi16(a, 20));
  SHOW(_mm_slli_si128(a, 5));
  SHOW(_mm_sll_epi32(a, _mm_cvtsi32_si128(4)));
  SHOW(_mm_srl_epi64(a, _mm_cvtsi32_si128(9)));
  SHOW(_mm_sra_epi32(a, _mm_set_epi32(1, 1, 1, 1)));
  printf("%x %x %d %lld\n", _mm_movemask_epi8(a), _mm_movemask_epi8(b),
         _mm_extract_epi16(a, 3), _mm_cvtsi128_si64(b));
  SHOW(_mm_insert_epi16(a, 0x1234, 6));
}

static void reals(void) {
  __m128d a = _mm_set_pd(1.5, -2.5), b = _mm_set_pd(NAN, 3);
  showReal("min", _mm_min_pd(a, b));
  showReal("max", _mm_max_sd(a, b));
  showReal("cmp", _mm_cmplt_pd(a, b));
  showReal("nlt", _mm_cmpnlt_sd(a, b));
  showReal("sqrt", _mm_sqrt_pd(_mm_set_pd(2, 9)));
  SHOW(_mm_cvtpd_epi32(a));
  SHOW(_mm_cvttpd_epi32(a));
  __m128 f = _mm_set_ps(1.5f, 2.5f, -0.6f, 1e20f);
  SHOW(_mm_cvtps_epi32(f));
  SHOW(_mm_cvttps_epi32(f));
  printf("%x %x %d %d %d %lld\n", _mm_movemask_pd(a), _mm_movemask_ps(f),
         _mm_comilt_sd(a, b), _mm_comineq_sd(a, a), _mm_cvtsd_si32(a),
         _mm_cvttsd_si64(a));
  show("ps", _mm_castps_si128(_mm_min_ps(f, _mm_set1_ps(2))));
}

// As a hash table looks for a control byte.
static int find(const int8_t *control, int8_t wanted) {
  __m128i group = _mm_loadu_si128((const __m128i *)control);
  unsigned mask =
      (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_set1_epi8(wanted), group));
  return mask ? __builtin_ctz(mask) : -1;
}

static int numbers[103];
static unsigned char bytes[77];
static double values[33];

static void loops(void) {
  for (int i = 0; i < 103; ++i)
    numbers[i] = i * i - 50 * i;
  for (int i = 0; i < 77; ++i)
    bytes[i] = (unsigned char)(i * 7);
  for (int i = 0; i < 33; ++i)
    values[i] = i * 0.5;
  int sum = 0, most = -1000, count = 0;
  unsigned parity = 0;
  for (int i = 0; i < 103; ++i) {
    sum += numbers[i];
    most = numbers[i] > most ? numbers[i] : most;
    count += numbers[i] < 0;
  }
  for (int i = 0; i < 77; ++i)
    parity ^= bytes[i] << (i & 3);
  for (int i = 0; i < 33; ++i)
    values[i] = values[i] * 2 + 1;
  printf("%d %d %d %u %g %g\n", sum, most, count, parity, values[1], values[32]);
}

int main(void) {
  __m128i a = _mm_set_epi32(0x7fff8000, (int)0x80017ffe, 0x00ff0102, -5);
  __m128i b = _mm_set_epi32(0x01020304, 0x7f80ff81, (int)0xfffe0001, 0x12345678);
  integers(a, b);
  integers(b, a);
  reals();
  int8_t control[16] = {-128, 5, -2, 9, 5};
  printf("%d %d %d\n", find(control, 5), find(control, 0), find(control, 77));
  loops();
  _mm_mfence(), _mm_lfence(), _mm_sfence(), _mm_pause();
  _mm_clflush(control);
  return 0;
}
