// TLS 1.2 and 1.3 for connections that the front door accepted: Context holds the certificate and key, Stream speaks
// TLS over one connection's non-blocking socket. Nothing here blocks: after kWantRead or kWantWrite, call again when
// the socket is ready.
//
// No OpenSSL type appears here, so that only tls.cc compiles OpenSSL.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

struct ssl_st;
struct ssl_ctx_st;

namespace academy::tls {

// Not thread-safe. Does not own its descriptor and must be handed over together with it.
class Stream {
 public:
  enum class State {
    kDone,
    kWantRead,
    kWantWrite,
    // Closed by the peer, or broken: no more bytes can be moved.
    kEnd,
  };
  struct Moved {
    State state = State::kEnd;
    // With kDone, at least one.
    size_t bytes = 0;
  };

  explicit Stream(ssl_st* ssl) : ssl_(ssl) {}
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // The server's side of the handshake. Call again until kDone or kEnd.
  State Handshake();
  Moved Read(char* to, size_t size);
  // After kWantWrite, the next Write must begin with the same bytes.
  Moved Write(const char* from, size_t size);
  // Sends TLS's closing alert, if the socket accepts it now.
  void SayGoodbye();
  // Whether the handshake agreed on HTTP/2 (ALPN `h2`); otherwise HTTP/1.1 is spoken.
  bool SpeaksHttp2() const;

 private:
  State StateOf(int result) const;

  ssl_st* const ssl_;
};

struct Files {
  // PEM: the server's certificate first, then its chain.
  std::filesystem::path certificate;
  // PEM, not encrypted.
  std::filesystem::path key;
};

// Thread-safe.
class Context {
 public:
  // FAILED_PRECONDITION tls_unusable, with a message for the operator: a file cannot be read, the certificate has
  // expired or is not valid yet, or the key does not belong to the certificate.
  static absl::StatusOr<std::shared_ptr<Context>> Load(Files files);
  ~Context();

  // Loads the files again, for new connections. On an error, as in Load, the previous certificate stays in use.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);

  // A stream over the non-blocking socket `fd`, before its handshake. Null if out of memory.
  std::unique_ptr<Stream> Accept(int fd) ABSL_LOCKS_EXCLUDED(mutex_);

  // When the certificate in use expires.
  absl::Time Expiry() ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether a connection's first byte begins a TLS handshake record.
  static bool IsTls(unsigned char first_byte) { return first_byte == 0x16; }

 private:
  Context(Files files, ssl_ctx_st* context) : files_(std::move(files)), context_(context) {}

  const Files files_;
  absl::Mutex mutex_;
  ssl_ctx_st* context_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::tls
