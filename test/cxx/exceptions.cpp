// What is thrown, who catches it, which destructors run on the way.
// RUN: %same %s
// RUN: %same %s -O1
// RUN: %same %s -O2
#include <cstdio>
#include <exception>
#include <new>
struct Noisy {
  int n;
  Noisy(int n) : n(n) { printf("+%d\n", n); }
  ~Noisy() { printf("-%d\n", n); }
};
struct A {
  virtual ~A() {}
  int a = 1;
};
struct B {
  virtual ~B() {}
  int b = 2;
};
struct C : A, B {
  int c = 3;
};
struct V1 : virtual A {
  int v1 = 4;
};
struct V2 : virtual A {
  int v2 = 5;
};
struct D : V1, V2 {};
struct MyErr : std::exception {
  const char *what() const noexcept override { return "my error"; }
};
int f(int k) {
  Noisy n(k);
  switch (k) {
  case 0:
    throw 42;
  case 1:
    throw C();
  case 2:
    throw "text";
  case 3:
    throw MyErr();
  case 4:
    throw D();
  case 5:
    throw new C;
  case 6:
    throw 2.5;
  case 7:
    throw nullptr;
  }
  return k;
}
int g(int k) {
  Noisy n(100 + k);
  try {
    return f(k);
  } catch (double d) {
    printf("double %g\n", d);
    throw;
  }
}
int main() {
  for (int k = 0; k < 9; k++) {
    try {
      printf("got %d\n", g(k));
    } catch (int i) {
      printf("int %d\n", i);
    } catch (B &b) {
      printf("B %d\n", b.b);
    } catch (const char *s) {
      printf("str %s\n", s);
    } catch (std::exception &e) {
      printf("ex %s\n", e.what());
    } catch (A &a) {
      printf("A %d\n", a.a);
    } catch (B *p) {
      printf("B* %d\n", p ? p->b : -1);
      delete p;
    } catch (...) {
      printf("other %d\n", std::uncaught_exceptions());
    }
  }
  std::exception_ptr ep;
  try {
    throw MyErr();
  } catch (...) {
    ep = std::current_exception();
  }
  try {
    std::rethrow_exception(ep);
  } catch (std::exception &e) {
    printf("re %s\n", e.what());
  }
  try {
    try {
      throw 1;
    } catch (int) {
      try {
        throw 2;
      } catch (int x) {
        printf("in %d\n", x);
      }
      throw;
    }
  } catch (int x) {
    printf("out %d\n", x);
  }
  A *a = new C;
  B *b = dynamic_cast<B *>(a);
  printf("%d %d\n", b != nullptr, b->b);
  C *c = dynamic_cast<C *>(b);
  printf("%d %d\n", c->c, dynamic_cast<D *>(a) == nullptr);
  D d;
  V1 *v = &d;
  printf("%d\n", dynamic_cast<V2 *>(v)->v2);
  try {
    dynamic_cast<D &>(*a);
  } catch (std::bad_cast &e) {
    printf("%s\n", e.what());
  }
  delete a;
  ep = std::make_exception_ptr(7);
  try {
    std::rethrow_exception(ep);
  } catch (int i) {
    printf("%d\n", i);
  }
}
