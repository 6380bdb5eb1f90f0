// Random engines are exact; a random_device gives the same in each run.
// RUN: %exits 0 rbcheck --accept=rand %s
#include <cassert>
#include <random>
int main() {
  std::mt19937 engine(5489);
  engine.discard(9999);
  assert(engine() == 4123659995u); // the value that the standard names
  std::random_device device, other;
  unsigned a = device(), b = device();
  assert(a != b && other() == a);
  std::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 20; ++i) {
    int n = dice(device);
    assert(n >= 1 && n <= 6);
  }
  std::minstd_rand0 small;
  small.discard(9999);
  assert(small() == 1043618065u);
}
