//===- runtime/libc/net/socket.h - Sockets between threads ----------------===//
//
// All that a socket can reach is in the program: there is one machine, with the
// addresses of its loopback interface, and names of Unix sockets are files of
// files.h. What is sent is put into the queue of the other socket at once.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/libc/net/port.h"

#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

enum SocketState {
  kFresh,
  kListening,
  kConnecting, ///< waits for room at the one it connects to
  kConnected,
};

/// Bits of Socket.shut.
enum { kShutRead = 1, kShutWrite = 2, kShutBoth = 3 };

/// More bits of Port.ready.
enum { kSettled = 1 << 23 }; ///< does not connect any more

enum { kRoom = 212992 }; ///< bytes that a socket holds for its reader

struct Address {
  socklen_t size; ///< 0: none
  union {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_un un;
    struct sockaddr_storage storage;
  };
};

struct Packet {
  struct Packet *next;
  size_t size;
  struct Address from;
  char data[];
};

struct SocketOption {
  int level, name, value;
  struct SocketOption *next;
};

struct Socket {
  struct Port port;
  int family, type, protocol;
  enum SocketState state;
  int isAnswered;  ///< connect() was told that it succeeded, or failed
  int shut;        ///< what it does no more
  int error;       ///< SO_ERROR
  struct Address local, remote;
  struct Socket *peer; ///< whom it is connected to, unless that has ended
  int hadPeer;
  int wasReset; ///< TCP: was told that nobody is there
  char *data;   ///< of a stream: what can be read
  size_t size, room;
  struct Packet *packets; ///< of others: the same
  size_t packetCount;     ///< `size` has their bytes
  size_t limit;           ///< of `size`
  size_t sendLimit;       ///< of the other's, as long as this one sends
  int backlog, pendingCount;
  struct Socket *pending; ///< can be accepted
  struct Socket *waiting; ///< connects, but there is no room for it
  struct Socket *target;  ///< of kConnecting
  struct Socket *next;    ///< in either list
  struct File *file;      ///< has its name
  struct Socket *nextBound;
  struct SocketOption *options;
};

// socket.c
struct Socket *__rb_socket_make(int family, int type, int protocol);
struct Socket *__rb_socket(int fd); // null with errno
void __rb_socket_update(struct Socket *socket, unsigned wakes);
int __rb_option(const struct Socket *socket, int level, int name);
int __rb_is_packets(const struct Socket *socket);
int __rb_is_tcp(const struct Socket *socket);
/// Bytes that may wait at the second if the first sends more.
size_t __rb_limit(const struct Socket *from, const struct Socket *to);
int __rb_socket_result(int error); ///< 0, or -1 with errno
extern const struct PortKind __rb_socket_kind;

// address.c: errno values, or 0
int __rb_address_read(const struct Socket *socket, const void *from,
                      socklen_t size, struct Address *to);
void __rb_address_write(const struct Address *from, void *to, socklen_t *size);
int __rb_bind(struct Socket *socket, const struct Address *address);
int __rb_bind_any(struct Socket *socket); ///< if it has no name yet
void __rb_unbind(struct Socket *socket);
/// Whoever can be reached there.
int __rb_find_bound(const struct Socket *from, const struct Address *address,
                    struct Socket **found);
/// How a socket is named for one that reached it at `used`.
struct Address __rb_reached_at(const struct Socket *socket,
                               const struct Address *used);

/// An address of one family for a socket of another one.
struct Address __rb_address_as(const struct Address *address, int family);

// connection.c
void __rb_join(struct Socket *a, struct Socket *b);
void __rb_leave(struct Socket *socket);

// data.c
long __rb_socket_take(struct Port *port, struct Transfer *transfer);
long __rb_socket_give(struct Port *port, struct Transfer *transfer);
void __rb_packets_drop(struct Socket *socket);
