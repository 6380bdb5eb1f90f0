//===- runtime/native/schedule.c - Reads a schedule -----------------------===//
//
// Lines are split in place, in a private mapping of the file. Nothing here uses
// the program's heap or standard library state.
//
//===----------------------------------------------------------------------===//
#define _GNU_SOURCE
#include "runtime/native/schedule.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct Site {
  uint64_t id;
  const char *name;
};

static struct Site *sites;
static uint32_t siteCount;

static void *reserve(size_t bytes) {
  void *memory = mmap(0, bytes ? bytes : 1, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    rbDiverged("no memory for the schedule");
  return memory;
}

/// The file as text with a zero behind it, which may be changed.
static char *mapText(const char *file) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd < 0 || fstat(fd, &status) != 0)
    rbDiverged("cannot read the schedule %s", file);
  size_t size = (size_t)status.st_size;
  char *text = reserve(size + 1);
  for (size_t done = 0; done < size;) {
    ssize_t n = read(fd, text + done, size - done);
    if (n <= 0)
      rbDiverged("cannot read the schedule %s", file);
    done += (size_t)n;
  }
  close(fd);
  return text;
}

static void addEvent(struct Schedule *schedule, struct Event event,
                     uint32_t *last) {
  uint32_t at = schedule->count++;
  if (at && schedule->events[at - 1].thread == event.thread)
    event.turn = schedule->events[at - 1].turn;
  else
    event.turn = at ? schedule->events[at - 1].turn + 1 : 0;
  event.next = kNoEvent;
  schedule->events[at] = event;
  if (last[event.thread] == kNoEvent)
    schedule->first[event.thread] = at;
  else
    schedule->events[last[event.thread]].next = at;
  last[event.thread] = at;
}

/// Splits off the first line of *text.
static char *takeLine(char **text) {
  char *line = *text, *end = strchrnul(line, '\n');
  *text = *end ? end + 1 : end;
  *end = 0;
  return line;
}

static char *after(char *line, const char *word) {
  size_t length = strlen(word);
  return strncmp(line, word, length) == 0 ? line + length : 0;
}

static struct Event readEvent(char *line, uint32_t thread) {
  struct Event event = {.kind = line[0], .thread = thread};
  char *rest = line[0] && line[1] == ' ' ? line + 2 : line + 1;
  switch (line[0]) {
  case 'p':
  case 'P':
    event.value = strtoull(rest, &rest, 16);
    break;
  case 'q':
    event.count = strtoull(rest, &rest, 10);
    event.hash = strtoull(rest, &rest, 16);
    event.value = strtoull(rest, &rest, 16);
    break;
  case 'c':
  case 'o':
    event.name = rest;
    break;
  case 'r':
    event.value = (uint64_t)strtoll(rest, &rest, 10);
    event.name = rest + (*rest == ' ');
    break;
  case 'a':
  case 'g':
  case 'e':
  case 's':
    break;
  default:
    rbDiverged("the schedule is damaged: %s", line);
  }
  return event;
}

void rbReadSchedule(const char *file, struct Schedule *schedule) {
  static uint32_t last[kMaxThreads];
  for (uint32_t i = 0; i < kMaxThreads; ++i)
    last[i] = schedule->first[i] = kNoEvent;
  char *text = mapText(file);
  size_t lines = 1;
  for (char *at = text; *at; ++at)
    lines += *at == '\n';
  schedule->events = reserve(lines * sizeof(struct Event));
  sites = reserve(lines * sizeof(struct Site));
  char *message = reserve(strlen(text) + 1);
  schedule->text = message;
  if (strcmp(takeLine(&text), "rbcheck-native 1") != 0)
    rbDiverged("%s is no schedule for this library", file);
  uint32_t thread = 0;
  while (*text) {
    char *line = takeLine(&text), *rest;
    if ((rest = after(line, "kind ")))
      schedule->kind = rest;
    else if ((rest = after(line, "stop ")))
      schedule->stop = rest;
    else if ((rest = after(line, "text ")))
      message = stpcpy(stpcpy(message, rest), "\n");
    else if ((rest = after(line, "site "))) {
      uint64_t id = strtoull(rest, &rest, 16);
      sites[siteCount++] = (struct Site){id, rest + (*rest == ' ')};
    } else if ((rest = after(line, "T "))) {
      thread = (uint32_t)strtoul(rest, 0, 10);
      if (thread >= kMaxThreads)
        rbDiverged("the schedule is damaged: %s", line);
    } else {
      addEvent(schedule, readEvent(line, thread), last);
    }
  }
  if (!schedule->kind || !schedule->stop || !schedule->count ||
      schedule->events[schedule->count - 1].kind != 's')
    rbDiverged("the schedule %s is not complete", file);
}

const char *rbSiteName(uint64_t id) {
  for (uint32_t i = 0; i < siteCount; ++i)
    if (sites[i].id == id)
      return sites[i].name;
  return "a place of which the trace has nothing";
}
