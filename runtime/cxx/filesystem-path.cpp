//===- runtime/cxx/filesystem-path.cpp - std::filesystem::path ------------===//
//
// A path is its text; the list of components behind it is made anew whenever
// the text changes. A path of one component has no list, only its type.
// Tested by test/cxx/filesystem-path.cpp.
//
//===----------------------------------------------------------------------===//
#include "runtime/include/rbcheck_prelude.h"

#include <filesystem>

#include <new>
#include <vector>

namespace std::filesystem {

// The list
// ---------------------------------------------------------------------------

/// A count, with room for that many components behind it. The low bits of the
/// pointer to it are the type.
struct path::_List::_Impl {
  long count;
  alignas(_Cmpt) char room[];

  _Cmpt *components() { return reinterpret_cast<_Cmpt *>(room); }

  static _Impl *make(size_t count) {
    void *memory = ::operator new(sizeof(_Impl) + count * sizeof(_Cmpt));
    _Impl *made = static_cast<_Impl *>(memory);
    made->count = 0;
    return made;
  }
  static _Impl *plain(_Impl *tagged) {
    return reinterpret_cast<_Impl *>(reinterpret_cast<uintptr_t>(tagged) &
                                     ~3ul);
  }
};

void path::_List::_Impl_deleter::operator()(_Impl *tagged) const noexcept {
  _Impl *list = _Impl::plain(tagged);
  if (!list)
    return;
  for (long i = 0; i < list->count; ++i)
    list->components()[i].~_Cmpt();
  ::operator delete(list);
}

path::_List::_List()
    : _M_impl(reinterpret_cast<_Impl *>(uintptr_t(_Type::_Filename))) {}
path::_List::_List(const _List &other)
    : _M_impl(reinterpret_cast<_Impl *>(uintptr_t(other.type()))) {
  _Impl *from = _Impl::plain(other._M_impl.get());
  if (!from)
    return;
  _Impl *made = _Impl::make(size_t(from->count));
  for (; made->count < from->count; ++made->count)
    new (made->components() + made->count)
        _Cmpt(from->components()[made->count]);
  _M_impl.reset(made); // the type of a list is 0
}
path::_List &path::_List::operator=(const _List &other) {
  _List copy(other);
  swap(copy);
  return *this;
}
void path::_List::type(_Type type) noexcept {
  _M_impl.reset(reinterpret_cast<_Impl *>(uintptr_t(type)));
}
int path::_List::size() const noexcept {
  _Impl *list = _Impl::plain(_M_impl.get());
  return list ? int(list->count) : 0;
}
bool path::_List::empty() const noexcept { return size() == 0; }
void path::_List::clear() { type(_Type::_Filename); }
const path::_Cmpt *path::_List::begin() const noexcept {
  _Impl *list = _Impl::plain(_M_impl.get());
  return list ? list->components() : nullptr;
}
const path::_Cmpt *path::_List::end() const noexcept {
  return begin() + size();
}

void path::_M_split_cmpts() {
  struct Part {
    string_view text;
    _Type type;
    size_t position;
  };
  const string_view text = _M_pathname;
  vector<Part> parts;
  size_t at = 0;
  if (!text.empty() && text[0] == '/') {
    parts.push_back({text.substr(0, 1), _Type::_Root_dir, 0});
    at = min(text.find_first_not_of('/'), text.size());
  }
  while (at < text.size()) {
    size_t end = min(text.find('/', at), text.size());
    parts.push_back({text.substr(at, end - at), _Type::_Filename, at});
    at = min(text.find_first_not_of('/', end), text.size());
    if (end < text.size() && at == text.size())
      parts.push_back({text.substr(at), _Type::_Filename, at});
  }
  if (parts.size() == 1 && parts[0].text.size() == text.size()) {
    _M_cmpts.type(parts[0].type);
    return;
  }
  if (parts.size() <= 1) {
    _M_cmpts.type(parts.empty() ? _Type::_Filename : _Type::_Root_dir);
    return;
  }
  _List::_Impl *made = _List::_Impl::make(parts.size());
  for (const Part &part : parts)
    new (made->components() + made->count++)
        _Cmpt(part.text, part.type, part.position);
  _M_cmpts._M_impl.reset(made);
}

// Changing
// ---------------------------------------------------------------------------

path &path::operator=(const path &other) {
  if (this != &other) {
    _M_pathname = other._M_pathname;
    _M_cmpts = other._M_cmpts;
  }
  return *this;
}
path &path::operator/=(const path &other) {
  if (other.is_absolute() || empty())
    return operator=(other);
  std::string text = _M_pathname;
  if (has_filename())
    text += '/';
  return *this = path(text + other._M_pathname);
}
void path::_M_append(basic_string_view<char> text) {
  operator/=(path(std::string(text)));
}
path &path::operator+=(const path &other) {
  return *this = path(_M_pathname + other._M_pathname);
}
void path::_M_concat(basic_string_view<char> text) {
  *this = path(_M_pathname + std::string(text));
}
path &path::remove_filename() {
  size_t slash = _M_pathname.rfind('/');
  return *this = path(
             _M_pathname.substr(0, slash == std::string::npos ? 0 : slash + 1));
}
path &path::replace_filename(const path &name) {
  remove_filename();
  return operator/=(name);
}
path &path::replace_extension(const path &extension) {
  std::string old = this->extension().native(), text = _M_pathname;
  text.erase(text.size() - old.size());
  if (!extension.empty() && extension.native()[0] != '.')
    text += '.';
  return *this = path(text + extension.native());
}

// Parts
// --------------------------------------------------------------------------------

bool path::has_root_name() const noexcept { return false; }
bool path::has_root_directory() const noexcept {
  return !_M_pathname.empty() && _M_pathname[0] == '/';
}
bool path::has_root_path() const noexcept { return has_root_directory(); }
bool path::has_relative_path() const noexcept {
  return _M_pathname.find_first_not_of('/') != std::string::npos;
}
bool path::has_parent_path() const noexcept { return !parent_path().empty(); }
bool path::has_filename() const noexcept {
  return !_M_pathname.empty() && _M_pathname.back() != '/';
}
path path::root_name() const { return path(); }
path path::root_directory() const {
  return has_root_directory() ? path("/") : path();
}
path path::root_path() const { return root_directory(); }
path path::relative_path() const {
  size_t begin = _M_pathname.find_first_not_of('/');
  return begin == std::string::npos ? path() : path(_M_pathname.substr(begin));
}
path path::parent_path() const {
  if (!has_relative_path())
    return *this;
  size_t slash = _M_pathname.rfind('/');
  if (slash == std::string::npos)
    return path();
  size_t last = _M_pathname.find_last_not_of('/', slash);
  return path(_M_pathname.substr(0, last == std::string::npos ? 1 : last + 1));
}

pair<const std::string *, size_t> path::_M_find_extension() const noexcept {
  const std::string *name = nullptr;
  if (_M_type() == _Type::_Filename)
    name = &_M_pathname;
  else if (_M_type() == _Type::_Multi && !_M_cmpts.empty())
    name = &(_M_cmpts.end() - 1)->_M_pathname;
  if (!name || name->empty())
    return {nullptr, std::string::npos};
  size_t dot = *name == "." || *name == ".." ? 0 : name->rfind('.');
  return {name, dot ? dot : std::string::npos};
}

// Looking at two
// -------------------------------------------------------------------

int path::compare(const path &other) const noexcept {
  if (has_root_directory() != other.has_root_directory())
    return has_root_directory() ? 1 : -1;
  auto a = begin(), b = other.begin();
  for (; a != end() && b != other.end(); ++a, ++b)
    if (int order = a->native().compare(b->native()))
      return order;
  return a != end() ? 1 : b != other.end() ? -1 : 0;
}
int path::compare(basic_string_view<char> text) const noexcept {
  return compare(path(std::string(text)));
}
inline namespace __cxx11 {
size_t hash_value(const path &one) noexcept {
  size_t hash = 0;
  for (const path &part : one)
    hash = hash * 31 + std::hash<string>()(part.native());
  return hash;
}
} // namespace __cxx11

path path::lexically_normal() const {
  if (empty())
    return *this;
  vector<std::string> parts;
  bool isDirectory = false;
  for (const path &part : relative_path()) {
    const std::string &name = part.native();
    isDirectory = name.empty() || name == "." || name == "..";
    if (name.empty() || name == ".")
      continue;
    if (name != ".." || (parts.empty() && !has_root_directory()) ||
        (!parts.empty() && parts.back() == ".."))
      parts.push_back(name);
    else if (!parts.empty())
      parts.pop_back();
  }
  std::string text = has_root_directory() ? "/" : "";
  for (size_t i = 0; i < parts.size(); ++i)
    text += (i ? "/" : "") + parts[i];
  if (isDirectory && !parts.empty() && parts.back() != "..")
    text += '/';
  return path(text.empty() ? "." : text);
}
path path::lexically_relative(const path &base) const {
  if (is_absolute() != base.is_absolute())
    return path();
  auto a = begin(), b = base.begin();
  while (a != end() && b != base.end() && a->native() == b->native())
    ++a, ++b;
  if (a == end() && b == base.end())
    return path(".");
  int up = 0;
  for (; b != base.end(); ++b) {
    const std::string &name = b->native();
    up += name == ".." ? -1 : !name.empty() && name != "." ? 1 : 0;
  }
  if (up < 0)
    return path();
  if (up == 0 && (a == end() || a->empty()))
    return path(".");
  path result;
  for (; up > 0; --up)
    result /= path("..");
  for (; a != end(); ++a)
    result /= *a;
  return result;
}
path path::lexically_proximate(const path &base) const {
  path result = lexically_relative(base);
  return result.empty() ? *this : result;
}

// Errors
// ---------------------------------------------------------------------------------

struct filesystem_error::_Impl {
  path first, second;
  std::string text;
};

static string describe(const system_error &error, const path *first,
                       const path *second) {
  std::string text = string("filesystem error: ") + error.runtime_error::what();
  for (const path *one : {first, second})
    if (one)
      text += " [" + one->native() + "]";
  return text;
}

filesystem_error::filesystem_error(const string &what, error_code code)
    : system_error(code, what),
      _M_impl(__make_shared<_Impl>(
          _Impl{path(), path(), describe(*this, nullptr, nullptr)})) {}
filesystem_error::filesystem_error(const string &what, const path &first,
                                   error_code code)
    : system_error(code, what),
      _M_impl(__make_shared<_Impl>(
          _Impl{first, path(), describe(*this, &first, nullptr)})) {}
filesystem_error::filesystem_error(const string &what, const path &first,
                                   const path &second, error_code code)
    : system_error(code, what),
      _M_impl(__make_shared<_Impl>(
          _Impl{first, second, describe(*this, &first, &second)})) {}
filesystem_error::~filesystem_error() = default;
const path &filesystem_error::path1() const noexcept { return _M_impl->first; }
const path &filesystem_error::path2() const noexcept { return _M_impl->second; }
const char *filesystem_error::what() const noexcept {
  return _M_impl->text.c_str();
}

} // namespace std::filesystem
