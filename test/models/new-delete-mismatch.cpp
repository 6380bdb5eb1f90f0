// What new[] made, delete must not end.
// RUN: %exits 1 rbcheck %s | FileCheck %s

int main() {
  int *volatile many = new int[3];
  delete many; // CHECK: new-delete-mismatch.cpp:[[#@LINE]]:{{.*}} error: memory is freed by another family
}
