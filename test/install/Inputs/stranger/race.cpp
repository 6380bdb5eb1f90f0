// Written by one thread, read by another, without order.
#include <thread>
int main() {
  int shared = 0;
  std::thread writer([&] { shared = 1; });
  int seen = shared;
  writer.join();
  return seen > 1;
}
