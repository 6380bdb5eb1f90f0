// A string whose copies share their characters and count how many they are.
//
// Broken: the last owner is found by two separate steps, "subtract" and "look":
// two threads may both see 0 and both free it.
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>
#include <utility>

class SharedString {
public:
  explicit SharedString(const char *text) : data_(new Data) {
    std::strncpy(data_->text, text, sizeof(data_->text) - 1);
  }
  SharedString(const SharedString &other) : data_(other.data_) {
    data_->owners.fetch_add(1);
  }
  SharedString &operator=(SharedString other) {
    std::swap(data_, other.data_);
    return *this;
  }
  ~SharedString() {
#ifdef BROKEN
    data_->owners.fetch_sub(1);
    if (data_->owners.load() == 0)
      delete data_;
#else
    if (data_->owners.fetch_sub(1) == 1)
      delete data_;
#endif
  }

  const char *text() const { return data_->text; }

private:
  struct Data {
    std::atomic<int> owners{1};
    char text[16] = {};
  };
  Data *data_;
};

int main() {
  SharedString mine("hello");
  std::thread other([copy = mine] { assert(!std::strcmp(copy.text(), "hello")); });
  SharedString another = mine;
  mine = SharedString("bye");
  assert(!std::strcmp(another.text(), "hello"));
  another = mine;
  other.join();
}
