// Daisy: a small file system on an array of bytes, with a lock for each inode,
// each block and each file. VARIANT 1: a reader looks a file up and then reads
// it; it may be unlinked in between (HANDLE_INIT=0: a handle that was never set
// is the root directory, which leads to a second error; -1: only the first).
// VARIANT 2: the bits of all blocks are in one byte, which the locks of blocks
// do not protect: creating and unlinking in different directories lose an
// update. REREAD=1 makes alloc() check its bit again. Error: an assertion.
// Leave out data races.
#include "papers.h"

#ifndef VARIANT
#define VARIANT 1
#endif
#ifndef HANDLE_INIT
#define HANDLE_INIT 0
#endif
#ifndef REREAD
#define REREAD 0
#endif

enum {
  kMost = VARIANT == 2 ? 6 : 4, // inodes, and blocks
  kInodeBytes = 24,
  kBlockBytes = 80,
  kBlocks = kMost * kInodeBytes,
  kBitmap = kBlocks + kMost * kBlockBytes,
  kEntryBytes = 24,
  kMostEntries = 8,
};
enum { kOk = 0, kNoEnt = -2, kBadHandle = -2, kExist = -17, kRoot = 0 };

//===--- Locks ------------------------------------------------------------===//

struct mutex {
  Lock lock;
  pthread_cond_t freed;
  SHARED int isLocked;
};
static struct mutex mutexes[3 * kMost];
enum { kOfInode = 0, kOfBlock = kMost, kOfFile = 2 * kMost };

static void acquire(int which) {
  struct mutex *mutex = &mutexes[which];
  enter(&mutex->lock);
  while (mutex->isLocked)
    pthread_cond_wait(&mutex->freed, &mutex->lock);
  mutex->isLocked = 1;
  leave(&mutex->lock);
}
static void release(int which) {
  struct mutex *mutex = &mutexes[which];
  enter(&mutex->lock);
  mutex->isLocked = 0;
  pthread_cond_signal(&mutex->freed);
  leave(&mutex->lock);
}

//===--- The disk ---------------------------------------------------------===//

static SHARED unsigned char disk[kBitmap + 1];

static void readBytes(int at, int count, unsigned char *to) {
  for (int i = 0; i < count; i++)
    to[i] = disk[at + i];
}
static void writeBytes(int at, int count, const unsigned char *from) {
  for (int i = 0; i < count; i++)
    disk[at + i] = from[i];
}
static long number(const unsigned char *bytes) {
  long value = 0;
  for (int i = 7; i >= 0; i--)
    value = value << 8 | bytes[i];
  return value;
}
static void putNumber(unsigned char *bytes, long value) {
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char)((unsigned long)value >> 8 * i);
}

//===--- Inodes -----------------------------------------------------------===//

struct inode {
  long number, block, size;
  int isUsed;
};

static struct inode iget(long i) {
  unsigned char record[17];
  acquire(kOfInode + (int)i);
  readBytes((int)i * kInodeBytes, 17, record);
  return (struct inode){i, number(record), number(record + 8), record[16]};
}
static void writeInode(const struct inode *inode) {
  unsigned char record[17];
  putNumber(record, inode->block);
  putNumber(record + 8, inode->size);
  record[16] = (unsigned char)inode->isUsed;
  writeBytes((int)inode->number * kInodeBytes, 17, record);
}
static void iput(const struct inode *inode) {
  writeInode(inode);
  release(kOfInode + (int)inode->number);
}

/// An unused inode, marked as used and locked.
static struct inode ialloc(void) {
  for (long i = 0; i < kMost; i++) {
    struct inode inode = iget(i);
    if (!inode.isUsed) {
      inode.isUsed = 1;
      return inode;
    }
    release(kOfInode + (int)i);
  }
  assert(0 && "no inode left");
  return (struct inode){0, 0, 0, 0};
}

/// The lock that protects the bit of a block; corrected: of all blocks.
static int lockOfBit(long block) {
  return BUG ? kOfBlock + (int)block : kOfBlock;
}

static long alloc(void) {
  for (long b = 0; b < kMost; b++) {
    acquire(lockOfBit(b));
    if (!(disk[kBitmap] >> b & 1)) {
      unsigned char bits = disk[kBitmap]; // M1
      disk[kBitmap] = bits | 1 << b;      // M3
      assert(!REREAD || (disk[kBitmap] >> b & 1));
      release(lockOfBit(b));
      return b;
    }
    release(lockOfBit(b));
  }
  assert(0 && "no block left");
  return 0;
}
static void freeBlock(long block) {
  acquire(lockOfBit(block));
  unsigned char bits = disk[kBitmap];   // M2
  disk[kBitmap] = bits & ~(1 << block); // M4
  release(lockOfBit(block));
}

static long create(void) {
  struct inode inode = ialloc();
  inode.block = alloc();
  inode.size = 0;
  iput(&inode);
  return inode.number;
}
static void unlinkInode(long i) {
  struct inode inode = iget(i);
  inode.isUsed = 0; // L2
  freeBlock(inode.block);
  iput(&inode);
}

static int transfer(long handle, int at, int count, unsigned char *bytes,
                    int isWrite) {
  if (handle < 0)
    return kBadHandle;
  struct inode inode = iget(handle);
  if (!inode.isUsed) { // L3
    release(kOfInode + (int)handle);
    return kBadHandle;
  }
  assert(at + count <= kBlockBytes);
  int place = kBlocks + (int)inode.block * kBlockBytes + at;
  acquire(kOfBlock + (int)inode.block);
  if (!isWrite)
    readBytes(place, count, bytes);
  else {
    writeBytes(place, count, bytes);
    if (inode.size < at + count) {
      inode.size = at + count;
      writeInode(&inode);
    }
  }
  release(kOfBlock + (int)inode.block);
  release(kOfInode + (int)handle);
  return kOk;
}
static long sizeOf(long i) {
  struct inode inode = iget(i);
  release(kOfInode + (int)i);
  return inode.isUsed ? inode.size : kNoEnt;
}

//===--- Directories ------------------------------------------------------===//

/// The entries of a directory: inode, length of the name, name; 8 bytes each.
struct directory {
  long inode;
  int count;
  unsigned char entries[kMostEntries * kEntryBytes];
};

static void openDirectory(struct directory *d, long inode) {
  acquire(kOfFile + (int)inode);
  long size = sizeOf(inode);
  d->inode = inode;
  d->count = size > 0 ? (int)(size / kEntryBytes) : 0;
  if (d->count)
    transfer(inode, 0, d->count * kEntryBytes, d->entries, 0);
}
static void closeDirectory(struct directory *d) {
  if (d->count)
    transfer(d->inode, 0, d->count * kEntryBytes, d->entries, 1);
  release(kOfFile + (int)d->inode);
}
/// The entry with this name, or -1.
static int find(const struct directory *d, const char *name) {
  for (int i = 0; i < d->count; i++) {
    const unsigned char *entry = d->entries + i * kEntryBytes;
    int length = (int)number(entry + 8), same = 0;
    while (same < length && name[same] == (char)entry[16 + same])
      same++;
    if (number(entry) >= 0 && same == length && name[same] == 0)
      return i;
  }
  return -1;
}

static int creat(long inode, const char *name, long *handle) {
  struct directory d;
  openDirectory(&d, inode);
  int status = kExist;
  if (find(&d, name) < 0) {
    unsigned char *entry = d.entries + d.count++ * kEntryBytes;
    int length = 0;
    for (int i = 0; i < 8; i++)
      entry[16 + i] = 0;
    for (; name[length]; length++)
      entry[16 + length] = (unsigned char)name[length];
    putNumber(entry + 8, length);
    *handle = create();
    putNumber(entry, *handle);
    status = kOk;
  }
  closeDirectory(&d);
  return status;
}

static int lookUp(long inode, const char *name, long *handle) {
  struct directory d;
  openDirectory(&d, inode);
  int at = find(&d, name);
  if (at >= 0)
    *handle = number(d.entries + at * kEntryBytes);
  closeDirectory(&d);
  return at >= 0 ? kOk : kNoEnt;
}

static int unlinkName(long inode, const char *name) {
  struct directory d;
  openDirectory(&d, inode);
  int at = find(&d, name);
  if (at >= 0) {
    unsigned char *entry = d.entries + at * kEntryBytes;
    long handle = number(entry);
    putNumber(entry, -1);
    unlinkInode(handle);
  }
  closeDirectory(&d);
  return at >= 0 ? kOk : kNoEnt;
}

static void format(void) {
  for (int i = 0; i < 3 * kMost; i++) {
    pthread_mutex_init(&mutexes[i].lock, 0);
    pthread_cond_init(&mutexes[i].freed, 0);
  }
  assert(create() == kRoot);
}

//===--- The threads ------------------------------------------------------===//

#if VARIANT == 1

static void *readFile(void *arg) {
  long handle = BUG ? HANDLE_INIT : -1;
  unsigned char byte;
#if BUG
  int found = lookUp(kRoot, "cow", &handle);
  assert(found == kOk || found == kNoEnt); // L1
  int status = transfer(handle, 0, 1, &byte, 0);
#else
  // In one section of the directory, which unlinking needs, too.
  struct directory d;
  openDirectory(&d, kRoot);
  int at = find(&d, "cow");
  int found = at >= 0 ? kOk : kNoEnt;
  if (at >= 0)
    handle = number(d.entries + at * kEntryBytes);
  int status = transfer(handle, 0, 1, &byte, 0);
  closeDirectory(&d);
#endif
  assert(status == (found == kOk ? kOk : kBadHandle));
  return arg;
}
static void *unlinkFile(void *arg) {
  long handle = HANDLE_INIT;
  int found = lookUp(kRoot, "cow", &handle);
  int status = unlinkName(kRoot, "cow");
  assert(status == found);
  return arg;
}

int main(void) {
  Threads threads = {0};
  format();
  long cow;
  creat(kRoot, "cow", &cow);
  transfer(cow, 0, 8, (unsigned char *)"mooo mo", 1);
  spawn(&threads, readFile, 0);
  spawn(&threads, unlinkFile, 0);
  joinAll(&threads);
  return 0;
}

#else

static void *createFile(void *directory) {
  long handle;
  creat((long)directory, "b", &handle);
  return 0;
}
static void *unlinkFile(void *directory) {
  unlinkName((long)directory, "c");
  return 0;
}

int main(void) {
  Threads threads = {0};
  format();
  long d1, d2, c;
  creat(kRoot, "d1", &d1);
  creat(kRoot, "d2", &d2);
  creat(d2, "c", &c);
  spawn(&threads, createFile, (void *)d1);
  spawn(&threads, unlinkFile, (void *)d2);
  joinAll(&threads);
  for (long b = 0; b < kMost; b++) {
    int owners = 0;
    for (long i = 0; i < kMost; i++) {
      struct inode inode = iget(i);
      release(kOfInode + (int)i);
      owners += inode.isUsed && inode.block == b;
    }
    assert((disk[kBitmap] >> b & 1) == (owners > 0) && owners <= 1);
  }
  return 0;
}

#endif
