// One client connection, from byte to byte. Internal to edge/http.
//
// Thread-safe: everything that happens to a connection happens under its mutex, on whichever worker woke up.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/http/engine.h"
#include "edge/http/exchange.h"
#include "edge/http/head.h"
#include "edge/http/server_options.h"

namespace academy::http {

class Connection;

// What all connections of a server share. They keep it alive, since an answer may come after the server is gone.
struct ConnectionHost {
  ConnectionHost(ServerOptions server_options, ServerHooks server_hooks)
      : options(std::move(server_options)),
        hooks(std::move(server_hooks)),
        files(static_cast<size_t>(options.file_workers)) {}

  const ServerOptions options;
  const ServerHooks hooks;
  Engine engine;
  boost::asio::io_context io;
  // For what may wait for a disk.
  boost::asio::thread_pool files;
  std::atomic<bool> draining = false;

  absl::Mutex mutex;
  absl::flat_hash_map<Connection*, std::weak_ptr<Connection>> open ABSL_GUARDED_BY(mutex);
  absl::flat_hash_map<std::string, size_t> by_address ABSL_GUARDED_BY(mutex);
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // `again`: it comes back from somebody it was handed to.
  Connection(std::shared_ptr<ConnectionHost> host, Handover incoming, bool again);
  ~Connection();

  const std::string& peer() const { return peer_; }

  // Works until there is nothing more to do for now.
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends what took too long.
  void Sweep(absl::Time now) ABSL_LOCKS_EXCLUDED(mutex_);
  // Closes an idle connection; a busy one closes after its answer.
  void Drain() ABSL_LOCKS_EXCLUDED(mutex_);
  // Closes whatever it is doing.
  void Abort() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // connection_exchange.h.
  class LiveExchange;

  static constexpr size_t kReadSize = 64 * 1024;
  // How long a connection that was used a moment ago is waited for while draining.
  static constexpr absl::Duration kDrainGrace = absl::Milliseconds(500);
  // What a step came to.
  enum class Next { kAgain, kWait };
  enum class Phase {
    kHandshake,  // TLS, before anything else
    kHead,       // reading a head, or idle before one
    kBody,       // collecting a body
    kAnswer,     // waiting for the handler's answer
    kStream,     // handing a body on piece by piece
    kSend,       // sending an answer
    kLinger,     // answered for good; reading what the client still sends, so that it gets to read the answer
    kClosed,
  };

  // What only a request and its answer need: an idle connection goes without.
  struct Work {
    Head head;
    // Only method, path and query, until it is handled.
    Request request;
    BodyRule rule;
    std::string body;
    bool body_done = false;
    BodyDecoder decoder;
    std::shared_ptr<BodySink> sink;
    bool sink_busy = false;

    bool close_after = false;
    size_t lingered = 0;
    // The connection, while it lingers without waiting for its socket: nobody else would keep it until its time is up.
    std::shared_ptr<Connection> kept;
    std::string out;
    // A long body, which follows `out`: sent from where it was made.
    std::string tail;
    // Of both.
    size_t sent = 0;
    FileRange file;
    bool file_busy = false;
    std::shared_ptr<BodySource> source;
    int64_t source_left = 0;
    // The source's length is unknown, and it is not at its end.
    bool source_open = false;
    bool source_busy = false;
    std::function<bool()> still_allowed;
  };

  // All below run under the mutex. Those about sending and waiting are in connection_io.cc.
  Next Step() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepHandshake() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepHead() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepBody() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepStream() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepSend() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepLinger() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StepSweep(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Moves body bytes from `in_` to the request's body, at most up to `room` of them there. kBad is a malformed chunk.
  BodyDecoder::State TakeBody(size_t room) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Handle() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Refuse(int status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next RefuseWith(Response answer, const std::string& id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StartSending(Response answer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Finished() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next HandToLive() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next CloseIdle() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Close() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Before a body that the client holds back until it is told to go on.
  void SendContinue() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // As send(2) and sendfile(2): bytes sent, or -1 with errno. `more`: something follows at once.
  ssize_t SendSome(std::string_view bytes, bool more) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Of what is left of `out` and `tail`, and of the file.
  ssize_t SendMemorySome() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  ssize_t SendFileSome() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What follows when one of them gave `n`.
  Next AfterSending(ssize_t n) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Has the file's next piece sent by a thread that may wait for a disk.
  Next PostFile() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Gets the source's next piece into `out`; kWait while there is none.
  Next TakePiece() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Closes so that what the kernel still keeps for the client does not reach it.
  void BreakOff() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  enum class Received { kSome, kNone, kEnd };
  Received Receive(size_t at_most) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next AwaitReadable() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next AwaitWritable() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SetDeadline(absl::Duration after) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // From an exchange, on any thread; by way of the io_context, so that no caller's lock is held.
  void Deliver(uint64_t turn, Response answer) ABSL_LOCKS_EXCLUDED(mutex_);
  void BeginStream(uint64_t turn, std::shared_ptr<BodySink> sink) ABSL_LOCKS_EXCLUDED(mutex_);
  void PieceTaken(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);
  // From an answer's source.
  void PieceReady(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);
  // On a thread of `files`.
  void SendFilePiece(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);

  const std::shared_ptr<ConnectionHost> host_;
  const std::string peer_;

  absl::Mutex mutex_;
  boost::asio::ip::tcp::socket socket_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<tls::Stream> tls_ ABSL_GUARDED_BY(mutex_);
  // A record of TLS waits to be sent before anything can be read; or to be read before anything can be sent.
  bool read_wants_write_ ABSL_GUARDED_BY(mutex_) = false;
  bool write_wants_read_ ABSL_GUARDED_BY(mutex_) = false;
  Phase phase_ ABSL_GUARDED_BY(mutex_) = Phase::kHead;
  absl::Time deadline_ ABSL_GUARDED_BY(mutex_);
  // Read and not yet used.
  std::string in_ ABSL_GUARDED_BY(mutex_);
  bool awaiting_read_ ABSL_GUARDED_BY(mutex_) = false;
  bool awaiting_write_ ABSL_GUARDED_BY(mutex_) = false;

  // Turns count requests, so that nothing late touches the next one.
  uint64_t turn_ ABSL_GUARDED_BY(mutex_) = 0;
  // From a request's first byte until its answer was sent; always there in the phases between.
  std::unique_ptr<Work> work_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::http
