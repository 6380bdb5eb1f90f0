// lock-unlock.c as a model for SPIN: THREADS processes make ROUNDS locked increments
// each; a read and a write are a step each, as in the program.
bool taken;
short counter;
byte done;

proctype work() {
  short i = 0, seen;
  do
  :: atomic { i < ROUNDS && !taken -> taken = true };
     seen = counter;
     counter = seen + 1;
     atomic { taken = false; seen = 0; i++ }
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
