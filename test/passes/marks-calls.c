// Calls: what synchronises has its own kind, what is not defined is a `call`,
// and the call of a defined function is nothing by itself.
// RUN: %rbcc %s -S -o - | FileCheck %s
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
void unknown(void);
static void known(void) {}

static void *body(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&cond, &mutex);
  pthread_cond_signal(&cond);
  pthread_mutex_unlock(&mutex);
  return arg;
}

// CHECK-LABEL: define {{.*}} @main(
// CHECK: call i32 @pthread_create({{.*}}!rbcheck [[SPAWN:![0-9]+]]
// CHECK: call i32 @pthread_join({{.*}}!rbcheck [[JOIN:![0-9]+]]
// CHECK: call void @known(), !dbg !{{[0-9]+$}}
// CHECK: call void @unknown(){{.*}}!rbcheck [[CALL:![0-9]+]]
// CHECK: call void %{{.*}}!rbcheck [[INDIRECT:![0-9]+]]
// CHECK: call void asm {{.*}}!rbcheck [[ASM:![0-9]+]]
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, body, 0);
  pthread_join(thread, 0);
  known();
  unknown();
  void (*pointer)(void) = known;
  pointer();
  __asm__ volatile("mfence" ::: "memory");
}

// CHECK-LABEL: define {{.*}} @body(
// CHECK: call i32 @pthread_mutex_lock({{.*}}!rbcheck [[LOCK:![0-9]+]]
// CHECK: call i32 @pthread_cond_wait({{.*}}!rbcheck [[WAIT:![0-9]+]]
// CHECK: call i32 @pthread_cond_signal({{.*}}!rbcheck [[SIGNAL:![0-9]+]]
// CHECK: call i32 @pthread_mutex_unlock({{.*}}!rbcheck [[UNLOCK:![0-9]+]]

// CHECK-DAG: [[SPAWN]] = !{i64 {{.*}}, !"spawn"}
// CHECK-DAG: [[JOIN]] = !{i64 {{.*}}, !"join"}
// CHECK-DAG: [[CALL]] = !{i64 {{.*}}, !"call"}
// CHECK-DAG: [[INDIRECT]] = !{i64 {{.*}}, !"call"}
// CHECK-DAG: [[ASM]] = !{i64 {{.*}}, !"asm"}
// CHECK-DAG: [[LOCK]] = !{i64 {{.*}}, !"lock"}
// CHECK-DAG: [[WAIT]] = !{i64 {{.*}}, !"wait"}
// CHECK-DAG: [[SIGNAL]] = !{i64 {{.*}}, !"signal"}
// CHECK-DAG: [[UNLOCK]] = !{i64 {{.*}}, !"unlock"}
