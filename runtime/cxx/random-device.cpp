//===- runtime/cxx/random-device.cpp - A device without chance ------------===//
//
// Every run has to be the same: each device gives the same numbers, made from
// a count that is kept in the object; an approximation, and it says so. Tested by test/cxx/random.cpp.
//
//===----------------------------------------------------------------------===//
#include <random>

extern "C" void __rb_approximate(const char *name, const char *who);

namespace std {

void random_device::_M_init(const string &) { _M_fd = 0; }
void random_device::_M_init_pretr1(const string &) { _M_fd = 0; }
void random_device::_M_fini() {}
double random_device::_M_getentropy() const noexcept { return 0; }

random_device::result_type random_device::_M_getval() {
  __rb_approximate("rand", "std::random_device");
  // The finalizer of SplitMix64 (Steele, Lea, Flood 2014) spreads the count.
  unsigned long z = ++_M_fd * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return result_type(z >> 32);
}
random_device::result_type random_device::_M_getval_pretr1() {
  return _M_getval();
}

} // namespace std
