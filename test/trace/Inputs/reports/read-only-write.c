static const int limits[2] = {1, 2};
int main(void) {
  *(int *)&limits[1] = 3;
}
