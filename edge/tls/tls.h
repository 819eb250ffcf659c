// TLS 1.2 and 1.3 on connections that the front door accepted: certificate and key, and one connection's records over
// its non-blocking socket. Nothing here waits: who gets kWantRead or kWantWrite comes back when the socket is ready.
//
// No OpenSSL type appears here: only tls.cc pays for compiling it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"

struct ssl_st;
struct ssl_ctx_st;

namespace academy::tls {

// Not thread-safe. Travels with its descriptor, which it does not own.
class Stream {
 public:
  enum class State {
    kDone,
    kWantRead,
    kWantWrite,
    // Closed by the peer, or broken: nothing more comes or goes.
    kEnd,
  };
  struct Moved {
    State state = State::kEnd;
    // With kDone: at least one.
    size_t bytes = 0;
  };

  explicit Stream(ssl_st* ssl) : ssl_(ssl) {}
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // The server's side. Again and again until kDone or kEnd.
  State Handshake();
  Moved Read(char* to, size_t size);
  // After kWantWrite the same bytes, or more that begin with them, must be written next.
  Moved Write(const char* from, size_t size);
  // Tells the peer that no more will be written, if the socket takes it now.
  void SayGoodbye();

 private:
  State StateOf(int result) const;

  ssl_st* const ssl_;
};

struct Files {
  // PEM: the server's certificate first, then those that lead to its authority.
  std::filesystem::path certificate;
  // PEM, not encrypted.
  std::filesystem::path key;
};

// Thread-safe.
class Context {
 public:
  // FAILED_PRECONDITION tls_unusable, in words for the operator: a file that cannot be read, a certificate that is
  // expired or not valid yet, a key that is not the certificate's.
  static absl::StatusOr<std::shared_ptr<Context>> Load(Files files);
  ~Context();

  // Reads the files again, for connections to come. On an error what was loaded before stays.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  // A stream over the non-blocking socket `fd`, before its handshake. Null when memory is short.
  std::unique_ptr<Stream> Accept(int fd) ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether a connection's first byte can only be the beginning of TLS: of a handshake record.
  static bool IsTls(unsigned char first_byte) { return first_byte == 0x16; }

 private:
  Context(Files files, ssl_ctx_st* context) : files_(std::move(files)), context_(context) {}

  const Files files_;
  absl::Mutex mutex_;
  ssl_ctx_st* context_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::tls
