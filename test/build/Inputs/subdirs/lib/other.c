// A member of the library that nobody needs: it must not get into the program,
// where its second main would clash.
int main(void) { return 1; }
int other(void) { return 2; }
