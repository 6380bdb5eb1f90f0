//===- runtime/cxx/memory-resource.cpp - std::pmr -------------------------===//
//
// Without the pool resources. Tested by test/cxx/pmr.cpp.
//
//===----------------------------------------------------------------------===//
#include <memory_resource>

#include <atomic>
#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

struct NewDelete final : memory_resource {
  void *do_allocate(size_t size, size_t alignment) override {
    return ::operator new(size, align_val_t(alignment));
  }
  void do_deallocate(void *memory, size_t size, size_t alignment) override {
    ::operator delete(memory, size, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource &other) const noexcept override {
    return this == &other;
  }
};

struct Null final : memory_resource {
  void *do_allocate(size_t, size_t) override { __throw_bad_alloc(); }
  void do_deallocate(void *, size_t, size_t) override {}
  bool do_is_equal(const memory_resource &other) const noexcept override {
    return this == &other;
  }
};

[[clang::no_destroy]] constinit NewDelete newDelete;
[[clang::no_destroy]] constinit Null null;
constinit atomic<memory_resource *> current = nullptr;

memory_resource *orNewDelete(memory_resource *resource) {
  return resource ? resource : &newDelete;
}

} // namespace

memory_resource *new_delete_resource() noexcept { return &newDelete; }
memory_resource *null_memory_resource() noexcept { return &null; }

memory_resource *get_default_resource() noexcept {
  return orNewDelete(current.load());
}
memory_resource *set_default_resource(memory_resource *resource) noexcept {
  return orNewDelete(current.exchange(resource));
}

/// Stands at the end of each buffer that came from upstream.
class monotonic_buffer_resource::_Chunk {
public:
  _Chunk *next;
  void *memory;
  size_t size;
  size_t alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t size, size_t alignment) {
  alignment = std::max(alignment, alignof(_Chunk));
  size_t room = std::max(size, _M_next_bufsiz);
  room = (room + alignof(_Chunk) - 1) / alignof(_Chunk) * alignof(_Chunk);
  size_t all = room + sizeof(_Chunk);
  char *memory = static_cast<char *>(_M_upstream->allocate(all, alignment));
  _M_head = ::new (memory + room) _Chunk{_M_head, memory, all, alignment};
  _M_current_buf = memory;
  _M_avail = room;
  _M_next_bufsiz = _S_next_bufsize(_M_next_bufsiz);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_Chunk *chunk = _M_head) {
    _M_head = chunk->next;
    _M_upstream->deallocate(chunk->memory, chunk->size, chunk->alignment);
  }
}

} // namespace std::pmr
