// How an HTTP/2 connection takes requests: their heads and bodies, until a handler has them.
#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

#include "edge/http/http2/http2_connection.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

constexpr double kBodyBytesASecond = 32 * 1024;
// Bytes of a streamed body handed on at once.
constexpr size_t kPieceSize = 256 * 1024;
// Handlers at work for one connection, and bytes of answers kept for it, beyond which its further requests wait:
// cancelled requests count too, and an answer that nobody takes.
constexpr int kMaxInFlight = 32;
constexpr size_t kMaxKept = 8 * 1024 * 1024;

}  // namespace

Stream* Http2Connection::Find(uint64_t id) {
  auto found = streams_.find(static_cast<int32_t>(id));
  return found == streams_.end() ? nullptr : found->second.get();
}

std::vector<int32_t> Http2Connection::StreamIds() const {
  std::vector<int32_t> ids;
  ids.reserve(streams_.size());
  for (const auto& [id, _] : streams_) ids.push_back(id);
  return ids;
}

void Http2Connection::Enter(Stream& stream, Stream::Phase phase, absl::Duration at_most) {
  stream.phase = phase;
  stream.deadline = SteadyNow() + at_most;
}

void Http2Connection::OnHead(int32_t id, int status, Head head, bool ended) {
  used_ = SteadyNow();
  idle_by_ = absl::InfiniteDuration();
  auto stream = std::make_unique<Stream>();
  stream->refused = status;
  stream->head = std::move(head);
  stream->ended = ended;
  streams_[id] = std::move(stream);
  touched_.push_back(id);
}

void Http2Connection::OnMalformed(const Head& head) {
  std::string id = NewId(Clock::System().Now());
  Response unseen = RefusalAnswer(400, id);
  host_->CompleteRefusal(unseen, id, peer_, head, /*secure=*/true);
}

void Http2Connection::OnData(int32_t id, std::string_view bytes) {
  Stream* stream = Find(static_cast<uint64_t>(id));
  bool wanted = stream != nullptr && (stream->phase == Stream::Phase::kBody || stream->phase == Stream::Phase::kStream);
  bool unused = stream == nullptr || stream->phase == Stream::Phase::kSend || stream->phase == Stream::Phase::kLost;
  if (wanted || unused) session_.ConsumeConnection(bytes.size());
  if (unused) return;
  if (!wanted) stream->unwanted += bytes.size();
  stream->in += bytes;
  if (stream->phase == Stream::Phase::kStream) stream->deadline = SteadyNow() + host_->options.stall_timeout;
  touched_.push_back(id);
}

void Http2Connection::OnEnd(int32_t id) {
  Stream* stream = Find(static_cast<uint64_t>(id));
  if (stream == nullptr) return;
  stream->ended = true;
  touched_.push_back(id);
}

void Http2Connection::OnClosed(int32_t id) {
  if (Stream* stream = Find(static_cast<uint64_t>(id))) Lose(id, *stream);
}

void Http2Connection::ServeStreams() {
  while (!touched_.empty() || (!queued_.empty() && MayHandle())) {
    for (int32_t id : std::exchange(touched_, {})) {
      Stream* stream = Find(static_cast<uint64_t>(id));
      if (stream == nullptr) continue;
      if (stream->phase == Stream::Phase::kArrived) Start(id, *stream);
      // Refused or ended meanwhile.
      if (stream = Find(static_cast<uint64_t>(id)); stream == nullptr) continue;
      if (stream->phase == Stream::Phase::kBody) StepBody(id, *stream);
      if (stream = Find(static_cast<uint64_t>(id)); stream == nullptr) continue;
      if (stream->phase == Stream::Phase::kStream) StepStream(id, *stream);
    }
    while (!queued_.empty() && MayHandle()) {
      int32_t id = queued_.front();
      queued_.pop_front();
      if (Stream* stream = Find(static_cast<uint64_t>(id))) HandleNow(id, *stream);
    }
  }
}

void Http2Connection::Start(int32_t id, Stream& stream) {
  if (stream.refused != 0) return Refuse(id, stream, stream.refused);
  const ServerHooks& hooks = host_->hooks;
  stream.live = hooks.is_live && hooks.is_live(stream.head.target);
  stream.request.method = stream.head.method;
  if (!Engine::ReadTarget(stream.head.target, stream.request)) return Refuse(id, stream, 400);
  stream.body = IncomingBody(stream.head);
  stream.rule = hooks.body_policy && !stream.live ? hooks.body_policy(stream.request) : BodyRule();
  if (stream.head.content_length > stream.rule.max_bytes) return Refuse(id, stream, 413);
  if (stream.head.open_ended && stream.ended && stream.in.empty()) stream.body.End();
  if (stream.rule.streamed || stream.body.done()) return Handle(id, stream);
  bool here = stream.ended;
  if (stream.rule.on_demand && !here) return Handle(id, stream);
  stream.body.Charge(BodyBudget::Share(host_->bodies, /*stranger=*/!here));
  AwaitBody(id, stream);
}

void Http2Connection::AwaitBody(int32_t id, Stream& stream) {
  WantBody(id, stream);
  Enter(stream, Stream::Phase::kBody,
        host_->options.body_timeout + absl::Seconds(static_cast<double>(stream.rule.max_bytes) / kBodyBytesASecond));
}

void Http2Connection::WantBody(int32_t id, Stream& stream) {
  if (stream.head.expects_continue && stream.in.empty() && !stream.ended) session_.Continue(id);
  session_.ConsumeConnection(std::exchange(stream.unwanted, 0));
  if (!stream.ended && stream.rule.max_bytes > Http2Session::kSmallWindow) session_.Widen(id);
}

void Http2Connection::StepBody(int32_t id, Stream& stream) {
  size_t before = stream.in.size();
  int status = stream.body.Collect(stream.in, stream.rule.max_bytes);
  session_.Consume(id, before - stream.in.size());
  if (status != 0) return Refuse(id, stream, status);
  if (stream.ended && stream.in.empty()) stream.body.End();
  if (!stream.body.done()) return;
  stream.collector == nullptr ? Handle(id, stream) : BodyCollected(stream);
}

void Http2Connection::BodyCollected(Stream& stream) {
  Enter(stream, Stream::Phase::kAnswer, host_->options.answer_timeout);
  std::shared_ptr<LiveExchange> exchange = std::move(stream.collector);
  exchange->TakeBody(stream.body.TakeAll(), stream.body.TakeShare());
  // Without the lock, as any answer comes.
  boost::asio::post(host_->io, std::exchange(stream.collected, nullptr));
}

bool Http2Connection::MayHandle() const {
  if (in_flight_ >= kMaxInFlight) return false;
  size_t kept = 0;
  for (const auto& [_, stream] : streams_) kept += stream->answer.has_value() ? stream->answer->kept() : 0;
  return kept < kMaxKept;
}

void Http2Connection::Handle(int32_t id, Stream& stream) {
  if (stream.live) return AskLive(id, stream);
  if (queued_.empty() && MayHandle()) return HandleNow(id, stream);
  Enter(stream, Stream::Phase::kQueued, host_->options.answer_timeout);
  queued_.push_back(id);
}

void Http2Connection::AskLive(int32_t id, Stream& stream) {
  // A poll waits for news, and the gateway ends it in time.
  Enter(stream, Stream::Phase::kAnswer, host_->options.answer_timeout);
  auto self = shared_from_this();
  auto turn = static_cast<uint64_t>(id);
  // What refusals tell of it stays.
  Head head = stream.head;
  stream.live_call = LiveCall::Begin(*host_, std::move(head), stream.body.TakeAll(), peer_,
                                     [self, turn](Response answer) { self->LiveAnswered(turn, std::move(answer)); });
  if (stream.live_call == nullptr) Refuse(id, stream, 503);
}

void Http2Connection::LiveAnswered(uint64_t turn, Response answer) {
  absl::MutexLock lock(&mutex_);
  Stream* stream = Find(turn);
  if (stream == nullptr || stream->phase != Stream::Phase::kAnswer) return;
  StartSending(static_cast<int32_t>(turn), *stream, std::move(answer));
  Proceed();
}

void Http2Connection::HandleNow(int32_t id, Stream& stream) {
  Enter(stream, Stream::Phase::kAnswer, host_->options.answer_timeout);
  auto exchange = std::make_shared<LiveExchange>(host_, shared_from_this(), static_cast<uint64_t>(id));
  exchange->SetRequest(std::move(stream.request), std::move(stream.head.fields), peer_, transport_.secure());
  if (stream.body.done()) {
    exchange->TakeBody(stream.body.TakeAll(), stream.body.TakeShare());
  } else {
    exchange->LeaveBody(BodyBudget::Share(host_->bodies, /*stranger=*/false));
  }
  ++in_flight_;
  host_->hooks.handle(exchange);
  std::unique_ptr<Response> answer = exchange->HandlerReturned();
  if (answer == nullptr) return;
  --in_flight_;
  StartSending(id, stream, std::move(*answer));
}

void Http2Connection::BeginCollecting(uint64_t turn, bool stranger, std::shared_ptr<LiveExchange> collector,
                                      std::function<void()> collected) {
  absl::MutexLock lock(&mutex_);
  Stream* stream = Find(turn);
  if (stream == nullptr || stream->phase != Stream::Phase::kAnswer) return;
  stream->body.Charge(BodyBudget::Share(host_->bodies, stranger));
  stream->collector = std::move(collector);
  stream->collected = std::move(collected);
  AwaitBody(static_cast<int32_t>(turn), *stream);
  touched_.push_back(static_cast<int32_t>(turn));
  Proceed();
}

void Http2Connection::BeginStream(uint64_t turn, std::shared_ptr<BodySink> sink) {
  absl::MutexLock lock(&mutex_);
  Stream* stream = Find(turn);
  if (stream == nullptr || stream->phase != Stream::Phase::kAnswer) return sink->OnLost();
  stream->sink = std::move(sink);
  Enter(*stream, Stream::Phase::kStream, host_->options.stall_timeout);
  WantBody(static_cast<int32_t>(turn), *stream);
  touched_.push_back(static_cast<int32_t>(turn));
  Proceed();
}

void Http2Connection::StepStream(int32_t id, Stream& stream) {
  if (stream.sink_busy > 0) return;
  std::string piece = stream.in.size() <= kPieceSize ? std::exchange(stream.in, std::string())
                                                     : std::string(stream.in.substr(0, kPieceSize));
  if (!stream.in.empty()) stream.in.erase(0, piece.size());
  if (!piece.empty()) {
    stream.sink_busy = piece.size();
    stream.deadline = SteadyNow() + std::max(stream.rule.work_timeout, host_->options.stall_timeout);
    auto self = shared_from_this();
    stream.sink->OnPiece(std::move(piece), [self, turn = static_cast<uint64_t>(id)] {
      boost::asio::post(self->host_->io, [self, turn] { self->PieceTaken(turn); });
    });
    return;
  }
  if (stream.phase == Stream::Phase::kLost) {
    stream.sink->OnLost();
    streams_.erase(id);
    return;
  }
  if (!stream.ended) return;
  stream.body.End();
  Enter(stream, Stream::Phase::kAnswer, std::max(stream.rule.work_timeout, host_->options.answer_timeout));
  std::shared_ptr<BodySink> sink = std::move(stream.sink);
  sink->OnEnd();
}

void Http2Connection::PieceTaken(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  Stream* stream = Find(turn);
  if (stream == nullptr || stream->sink == nullptr) return;
  int32_t id = static_cast<int32_t>(turn);
  session_.Consume(id, std::exchange(stream->sink_busy, 0));
  stream->deadline = SteadyNow() + host_->options.stall_timeout;
  if (stream->phase == Stream::Phase::kLost) return StepStream(id, *stream);
  touched_.push_back(id);
  Proceed();
}

void Http2Connection::LoseAll() {
  for (int32_t id : StreamIds()) {
    if (Stream* stream = Find(static_cast<uint64_t>(id))) Lose(id, *stream);
  }
}

void Http2Connection::Lose(int32_t id, Stream& stream) {
  session_.ConsumeConnection(std::exchange(stream.unwanted, 0));
  // What came before the client went is handed on first: uploads go on from it.
  bool more = stream.sink != nullptr && (stream.sink_busy > 0 || !stream.in.empty());
  if (more && stream.phase == Stream::Phase::kStream) {
    Enter(stream, Stream::Phase::kLost, std::max(stream.rule.work_timeout, host_->options.stall_timeout));
    return StepStream(id, stream);
  }
  std::unique_ptr<Stream> lost = std::move(streams_.extract(id).mapped());
  if (lost->sink != nullptr) lost->sink->OnLost();
  if (lost->live_call != nullptr) lost->live_call->Cancel();
  if (lost->collector != nullptr) {
    // Nobody reads it, but the metrics count it.
    Response nothing;
    nothing.status = 204;
    lost->collector->Send(std::move(nothing));
  }
}

}  // namespace academy::http
