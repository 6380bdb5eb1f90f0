// The count of a shared_ptr is safe, what it points to is not.
// RUN: %python %S/../annotated.py --build %build --clang %clang --seconds 0 --exact %s
#include <memory>
#include <thread>
struct Data {
  int right = 0, wrong = 0;
};
int main() {
  auto data = std::make_shared<Data>();
  data->right = 1; // NORACE
  std::thread other([copy = data] {
    copy->wrong += copy->right; // RACE!
  });
  data->wrong++; // RACE!
  other.join();
  return data->wrong > 9; // NORACE
}
