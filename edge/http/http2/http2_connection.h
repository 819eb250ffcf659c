// One client connection that speaks HTTP/2: many requests at once, each a stream. Requests, bodies and answers follow
// the rules of an HTTP/1.1 connection (connection.h); a stream's end takes the place of the connection's.
//
// Thread-safe: everything that happens to a connection happens under its mutex, on whichever worker woke up.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/http/connection/connection_host.h"
#include "edge/http/connection/live_exchange.h"
#include "edge/http/connection/transport.h"
#include "edge/http/exchange.h"
#include "edge/http/http2/session.h"
#include "edge/http/http2/stream.h"

namespace academy::http {

class Http2Connection final : public OpenConnection,
                              public ExchangeOwner,
                              private Http2Session::Streams,
                              public std::enable_shared_from_this<Http2Connection> {
 public:
  // Goes on with a connection whose handshake agreed on HTTP/2; while the server drains it is closed.
  static void Begin(std::shared_ptr<ConnectionHost> host, Transport transport, const std::string& peer);
  ~Http2Connection() override;

  void Sweep(absl::Duration now) override ABSL_LOCKS_EXCLUDED(mutex_);
  // A client that is told so sends nothing more, and asks again elsewhere for what was not handled.
  void Retire() override { Drain(); }
  void Drain() override ABSL_LOCKS_EXCLUDED(mutex_);
  void Abort() override ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  enum class State {
    kOpen,
    kLinger,  // the farewell is sent; reading what the client still sends, so that it gets to read it
    kClosed,
  };
  enum class Flushed { kAll, kSome, kSocketBusy, kBroken };

  Http2Connection(std::shared_ptr<ConnectionHost> host, Transport transport, std::string peer);

  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Works until there is nothing more to do for now.
  void Proceed() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Sends what there is.
  Flushed Flush() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Linger() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Close() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Await(Transport::Ready ready) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void UpdateDeadlines() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StepSweep(absl::Duration now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SweepStream(int32_t id, Stream& stream, absl::Duration now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether the client takes enough of the connection's bytes, and could take this stream's.
  bool WaitsForOthers(int32_t id, const Stream& stream, absl::Duration now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Null once it is over.
  Stream* Find(uint64_t id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::vector<int32_t> StreamIds() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Does what the streams' events and answers made possible.
  void ServeStreams() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Start(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StepBody(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StepStream(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void AwaitBody(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Lets the rest of the body come.
  void WantBody(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void BodyCollected(Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Handles it, at once or after others.
  void Handle(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void HandleNow(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Hands it to the live gateway.
  void AskLive(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void LiveAnswered(uint64_t turn, Response answer) ABSL_LOCKS_EXCLUDED(mutex_);
  bool MayHandle() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Refuse(int32_t id, Stream& stream, int status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Nobody waits for its answer any more.
  void Lose(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void LoseAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Enter(Stream& stream, Stream::Phase phase, absl::Duration at_most) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  void StartSending(int32_t id, Stream& stream, Response answer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Makes pieces for the answers that wait for one. True if any is there already.
  bool FeedAnswers() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // False where the piece comes later, or never.
  bool FeedAnswer(int32_t id, Stream& stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // On a thread of `files`.
  void ReadFilePiece(uint64_t turn, const FileRange& range) ABSL_LOCKS_EXCLUDED(mutex_);
  void FilePieceRead(uint64_t turn, std::string piece) ABSL_LOCKS_EXCLUDED(mutex_);
  // From the source of an answer.
  void PieceReady(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);
  // From the sink of a body.
  void PieceTaken(uint64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);

  // From the exchange of a stream.
  void Deliver(uint64_t turn, Response answer) override ABSL_LOCKS_EXCLUDED(mutex_);
  void BeginStream(uint64_t turn, std::shared_ptr<BodySink> sink) override ABSL_LOCKS_EXCLUDED(mutex_);
  void BeginCollecting(uint64_t turn, bool stranger, std::shared_ptr<LiveExchange> collector,
                       std::function<void()> collected) override ABSL_LOCKS_EXCLUDED(mutex_);

  // From the session, while it receives or writes.
  void OnHead(int32_t id, int status, Head head, bool ended) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnMalformed(const Head& head) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnData(int32_t id, std::string_view bytes) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnEnd(int32_t id) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnClosed(int32_t id) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Ready OnRoom(int32_t id, size_t room) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnTake(int32_t id, size_t bytes, std::string& out) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void OnWritten(int32_t id, size_t bytes, bool last) override ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::shared_ptr<ConnectionHost> host_;
  const std::string peer_;

  absl::Mutex mutex_;
  Transport transport_ ABSL_GUARDED_BY(mutex_);
  Http2Session session_ ABSL_GUARDED_BY(mutex_);
  State state_ ABSL_GUARDED_BY(mutex_) = State::kOpen;
  bool awaiting_read_ ABSL_GUARDED_BY(mutex_) = false;
  bool awaiting_write_ ABSL_GUARDED_BY(mutex_) = false;

  absl::flat_hash_map<int32_t, std::unique_ptr<Stream>> streams_ ABSL_GUARDED_BY(mutex_);
  // Streams with a new head, or more of a body.
  std::vector<int32_t> touched_ ABSL_GUARDED_BY(mutex_);
  // Streams to be handled, in order.
  std::deque<int32_t> queued_ ABSL_GUARDED_BY(mutex_);
  // Streams whose answer's next piece is wanted, in order.
  std::vector<int32_t> hungry_ ABSL_GUARDED_BY(mutex_);
  // Streams whose answer was written whole.
  std::vector<int32_t> answered_ ABSL_GUARDED_BY(mutex_);
  // Handlers that have not answered, those of lost streams too.
  int in_flight_ ABSL_GUARDED_BY(mutex_) = 0;

  // Frames on their way to the socket, and how much of them it took.
  std::string out_ ABSL_GUARDED_BY(mutex_);
  size_t out_sent_ ABSL_GUARDED_BY(mutex_) = 0;
  // Bytes sent since the beginning.
  uint64_t sent_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t lingered_ ABSL_GUARDED_BY(mutex_) = 0;
  // The connection, while it lingers without waiting for its socket: nobody else would keep it until its time is up.
  std::shared_ptr<Http2Connection> kept_ ABSL_GUARDED_BY(mutex_);

  // When it was last used by a stream.
  absl::Duration used_ ABSL_GUARDED_BY(mutex_);
  // When a head must have come whole, the socket have taken more, the connection be used again, or the client have
  // noticed that nothing new is served.
  absl::Duration head_by_ ABSL_GUARDED_BY(mutex_);
  absl::Duration write_by_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteDuration();
  absl::Duration idle_by_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteDuration();
  absl::Duration finish_by_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteDuration();
  bool announced_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace academy::http
