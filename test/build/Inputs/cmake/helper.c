// Another helper than the library's, and a name the library has, too: this one
// is used by all.
int helper(void) { return 7; }
int who(void) { return 2; }
