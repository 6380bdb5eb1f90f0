int main(void) {
  int data = 0;
  void (*f)(void) = (void (*)(void))&data;
  f();
}
