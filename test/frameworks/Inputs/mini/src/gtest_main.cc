int main(int argc, char **argv) { return runAll(argc, argv); }
