// One client connection, from byte to byte.
//
// Thread-safe: everything that happens to a connection happens under its mutex, on whichever worker woke up.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/http/connection/connection_host.h"
#include "edge/http/connection/incoming_body.h"
#include "edge/http/connection/live_exchange.h"
#include "edge/http/connection/outgoing_answer.h"
#include "edge/http/connection/transport.h"
#include "edge/http/exchange.h"
#include "edge/http/handover.h"
#include "edge/http/head.h"

namespace academy::http {

class Connection final : public OpenConnection, public ExchangeOwner, public std::enable_shared_from_this<Connection> {
 public:
  // `again`: it comes back from somebody it was handed to.
  Connection(std::shared_ptr<ConnectionHost> host, Handover incoming, bool again);
  ~Connection() override;

  const std::string& peer() const { return peer_; }

  // Works until there is nothing more to do for now.
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  void Sweep(absl::Duration now) override ABSL_LOCKS_EXCLUDED(mutex_);
  // The next answer says that the connection ends with it; closing it before would break off a request on its way.
  void Retire() override {}
  void Drain() override ABSL_LOCKS_EXCLUDED(mutex_);
  void Abort() override ABSL_LOCKS_EXCLUDED(mutex_);

 private:
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
    HeadReader reader;
    Head head;
    // Only method, path and query, until it is handled.
    Request request;
    BodyRule rule;
    IncomingBody body;
    // Who asked for a body on demand, while it is collected.
    std::shared_ptr<LiveExchange> collector;
    std::function<void()> collected;
    std::shared_ptr<BodySink> sink;
    bool sink_busy = false;

    bool close_after = false;
    size_t lingered = 0;
    // The connection, while it lingers without waiting for its socket: nobody else would keep it until its time is up.
    std::shared_ptr<Connection> kept;
    OutgoingAnswer answer;
    // When a client that takes what is kept for it at the least rate has all of it.
    absl::Duration taken_by = absl::InfiniteDuration();
    // Of the answer's file or source, being sent or waited for.
    bool piece_pending = false;
  };

  // Steps from `next` on until there is nothing more to do for now.
  void Proceed(Next next) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Step() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepHandshake() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepHead() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepBody() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepStream() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepSend() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StepLinger() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StepSweep(absl::Duration now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  void AwaitBody() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next BodyCollected() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Handle() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Refuse(int status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next RefuseWith(Response answer, const std::string& id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next StartSending(Response answer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next AfterSending(OutgoingAnswer::State state) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Breaks an answer off that may not be sent any more.
  bool MayStillSend() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Of the answer's file, where that need not wait for a disk.
  Next SendCachedPiece() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes the next piece of the answer's source, or waits for it.
  Next TakePiece() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Finished() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Goes on as an HTTP/2 connection.
  Next HandToHttp2() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next HandToLive() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next CloseIdle() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Next Close() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Before a body that the client holds back until it is told to go on.
  void SendContinue() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Closes at once, without what is still on its way.
  void BreakOff() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Transport::Received Receive(size_t at_most) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Receives, or waits until there is something.
  Next ReceiveMore(size_t at_most) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Steps again once the socket is `ready`.
  Next Await(Transport::Ready ready) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // `at_most`: how long nothing may happen in the phase.
  void Enter(Phase phase, absl::Duration at_most) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SetDeadline(absl::Duration after) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // From the exchange of a turn.
  void Deliver(uint64_t turn, Response answer) override ABSL_LOCKS_EXCLUDED(mutex_);
  void BeginStream(uint64_t turn, std::shared_ptr<BodySink> sink) override ABSL_LOCKS_EXCLUDED(mutex_);
  void BeginCollecting(uint64_t turn, bool stranger, std::shared_ptr<LiveExchange> collector,
                       std::function<void()> collected) override ABSL_LOCKS_EXCLUDED(mutex_);
  // From the sink of a body.
  void PieceTaken(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);
  // From the source of an answer, or between two pieces of its file.
  void PieceReady(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);
  // On a thread of `files`.
  void SendFilePiece(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);

  const std::shared_ptr<ConnectionHost> host_;
  const std::string peer_;

  absl::Mutex mutex_;
  Transport transport_ ABSL_GUARDED_BY(mutex_);
  Phase phase_ ABSL_GUARDED_BY(mutex_) = Phase::kHead;
  absl::Duration deadline_ ABSL_GUARDED_BY(mutex_);
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
