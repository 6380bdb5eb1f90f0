// fetch-add.c as a model for SPIN: THREADS processes make ROUNDS additions each.
// A step of a process is an addition, as a step of a thread is one there.
short counter;
byte done;

proctype work() {
  short i = 0;
  do
  :: atomic { i < ROUNDS -> counter++; i++ }
  :: atomic { i == ROUNDS -> done++; break }
  od
}

init {
  byte n = 0;
  do
  :: n < THREADS -> run work(); n++
  :: else -> break
  od;
  done == THREADS;
  assert(counter == THREADS * ROUNDS)
}
