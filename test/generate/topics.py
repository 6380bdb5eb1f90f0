"""All topics of generated C programs, as often as they should come."""

from atomic_topics import Atomic, Bits, Last, Message, Division
from lock_topics import Counter, Trial, TwoLocks, Again, Readers
from memory_topics import Slot, Handover, Queue, Buffer, Own, Hidden, Bytes
from thread_topics import Child, Argument, Detached, Result, Leaves
from wait_topics import Condition, Semaphores, Barrier, Once

TOPICS = [Counter, Counter, Trial, TwoLocks, Again, Readers, Condition, Condition,
          Semaphores, Barrier, Once, Atomic, Atomic, Bits, Last, Message, Division, Slot,
          Handover, Queue, Buffer, Own, Hidden, Bytes, Child, Argument, Detached, Result,
          Leaves]
