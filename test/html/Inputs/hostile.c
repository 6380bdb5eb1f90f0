// Names that would be markup, in every place where a page shows text.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int go;
#line 100 "</script><script>window.hacked=1</script>/<img src=x onerror=hacked=2>.c"
static void *talk(void *arg) {
  printf("\033[31m</pre><b>\001");
  fflush(stdout);
  atomic_store(&go, 1);
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, talk, 0);
  pthread_join(a, 0);
  assert(!"</script><script>window.hacked=3</script>" || !go);
}
