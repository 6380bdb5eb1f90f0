#include <stdexcept>
#include <thread>

static void parse(int n) {
  if (n < 0)
    throw std::invalid_argument("n is negative");
}
int main() {
  std::thread t([] { parse(-1); });
  t.join();
}
