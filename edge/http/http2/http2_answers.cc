// How an HTTP/2 connection answers: refusals, and sending answers from memory, files and sources.
#include <sys/uio.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <utility>

#include "edge/http/http2/http2_connection.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/crypto/random.h"

namespace academy::http {
namespace {

// Answers of one connection that may have a piece of a file or a source in memory at once.
constexpr int kMaxPieces = 8;

// Less than the whole range, or nothing, where the file is shorter; with RWF_NOWAIT also where a disk would have to be
// waited for.
std::string ReadRange(const FileRange& range, int flags) {
  std::string piece(static_cast<size_t>(range.length), '\0');
  iovec place = {.iov_base = piece.data(), .iov_len = piece.size()};
  ssize_t n = 0;
  do {
    n = ::preadv2(range.fd, &place, 1, range.offset, flags);
  } while (n < 0 && errno == EINTR);
  piece.resize(static_cast<size_t>(std::max<ssize_t>(n, 0)));
  return piece;
}

}  // namespace

void Http2Connection::Refuse(int32_t id, Stream& stream, int status) {
  if (stream.collector != nullptr) {
    // It is that exchange which has to be answered.
    std::shared_ptr<LiveExchange> exchange = std::move(stream.collector);
    stream.collected = nullptr;
    Enter(stream, Stream::Phase::kAnswer, host_->options.answer_timeout);
    return exchange->Send(RefusalAnswer(status, exchange->request().id));
  }
  std::string request_id = NewId(Clock::System().Now());
  Response answer = RefusalAnswer(status, request_id);
  host_->CompleteRefusal(answer, request_id, peer_, stream.head, transport_.secure());
  StartSending(id, stream, std::move(answer));
}

void Http2Connection::StartSending(int32_t id, Stream& stream, Response answer) {
  // What is left of the body is not wanted any more.
  session_.ConsumeConnection(std::exchange(stream.unwanted, 0));
  stream.in = std::string();
  stream.sink.reset();
  bool head_only = stream.head.method == "HEAD";
  int status = answer.status;
  Http2Session::Headers headers = std::move(answer.headers);
  std::optional<int64_t> length = BodyLength(answer);
  stream.answer.emplace(std::move(answer), head_only);
  stream.began = SteadyNow();
  stream.sent_before = sent_;
  stream.taken_by =
      stream.began + host_->options.stall_timeout +
      absl::Seconds(static_cast<double>(stream.answer->memory_left()) / host_->options.least_bytes_a_second);
  Enter(stream, Stream::Phase::kSend, host_->options.stall_timeout);
  session_.Answer(id, status, headers, length, !stream.answer->LastAfter(0));
}

Http2Session::Streams::Ready Http2Connection::OnRoom(int32_t id, size_t room) {
  Stream* stream = Find(static_cast<uint64_t>(id));
  if (stream == nullptr || !stream->answer.has_value()) return {};
  size_t bytes = std::min(stream->answer->ready(), room);
  bool last = stream->answer->LastAfter(bytes);
  if (bytes == 0 && !last) hungry_.push_back(id);
  return {.bytes = bytes, .last = last};
}

void Http2Connection::OnTake(int32_t id, size_t bytes, std::string& out) {
  Stream* stream = Find(static_cast<uint64_t>(id));
  stream->answer->Take(bytes, out);
  stream->deadline = SteadyNow() + host_->options.stall_timeout;
}

void Http2Connection::OnWritten(int32_t id, size_t bytes, bool last) {
  Stream* stream = Find(static_cast<uint64_t>(id));
  // 100 Continue comes before there is an answer.
  if (stream == nullptr || !stream->answer.has_value()) return;
  stream->answer->Record(bytes);
  if (last) answered_.push_back(id);
}

bool Http2Connection::FeedAnswers() {
  for (int32_t id : std::exchange(answered_, {})) {
    // Its body is not wanted any more (RFC 9113, 8.1).
    if (Stream* stream = Find(static_cast<uint64_t>(id)); stream != nullptr && !stream->ended) {
      session_.Reset(id, Http2Error::kNone);
    }
  }
  if (hungry_.empty()) return false;
  int pieces = 0;
  for (const auto& [_, stream] : streams_) {
    bool in_memory = !stream->answer.has_value() || stream->answer->memory_left() > 0;
    if (!in_memory && (stream->answer->pending() || stream->answer->ready() > 0)) ++pieces;
  }
  bool fed = false;
  std::vector<int32_t> later;
  for (int32_t id : std::exchange(hungry_, {})) {
    Stream* stream = Find(static_cast<uint64_t>(id));
    if (stream == nullptr || !stream->answer.has_value()) continue;
    if (pieces >= kMaxPieces) {
      later.push_back(id);
    } else {
      ++pieces;
      fed |= FeedAnswer(id, *stream);
    }
  }
  hungry_.insert(hungry_.end(), later.begin(), later.end());
  return fed;
}

bool Http2Connection::FeedAnswer(int32_t id, Stream& stream) {
  auto self = shared_from_this();
  auto turn = static_cast<uint64_t>(id);
  if (stream.answer->next() == StreamAnswer::Next::kFile) {
    // A sweep finds a fast connection at work nearly always.
    if (!stream.answer->allowed()) {
      session_.Reset(id, Http2Error::kCancel);
      return true;
    }
    FileRange range = stream.answer->BeginFilePiece(static_cast<size_t>(std::max(session_.WindowOf(id), 1)));
    // What is in memory is read here: to hand it over to another thread costs more.
    if (std::string piece = ReadRange(range, RWF_NOWAIT); piece.size() == static_cast<size_t>(range.length)) {
      stream.answer->GiveFilePiece(std::move(piece));
      session_.Resume(id);
      return true;
    }
    boost::asio::post(host_->files, [self, turn, range = std::move(range)] { self->ReadFilePiece(turn, range); });
    return false;
  }
  switch (stream.answer->TakeSourcePiece(
      [self, turn] { boost::asio::post(self->host_->io, [self, turn] { self->PieceReady(turn); }); })) {
    case SourceReader::Got::kNothingYet:
      stream.deadline = SteadyNow() + host_->options.answer_timeout;
      return false;
    case SourceReader::Got::kPiece:
    case SourceReader::Got::kEnd:
      session_.Resume(id);
      break;
    case SourceReader::Got::kBroken:
      // The client sees that its answer is incomplete.
      session_.Reset(id, Http2Error::kInternal);
  }
  stream.deadline = SteadyNow() + host_->options.stall_timeout;
  return true;
}

void Http2Connection::ReadFilePiece(uint64_t turn, const FileRange& range) { FilePieceRead(turn, ReadRange(range, 0)); }

void Http2Connection::FilePieceRead(uint64_t turn, std::string piece) {
  absl::MutexLock lock(&mutex_);
  Stream* stream = Find(turn);
  if (stream == nullptr || stream->phase != Stream::Phase::kSend) return;
  int32_t id = static_cast<int32_t>(turn);
  stream->deadline = SteadyNow() + host_->options.stall_timeout;
  // The file became shorter than announced.
  if (!stream->answer->GiveFilePiece(std::move(piece))) session_.Reset(id, Http2Error::kInternal);
  session_.Resume(id);
  Proceed();
}

void Http2Connection::PieceReady(uint64_t turn) {
  absl::MutexLock lock(&mutex_);
  Stream* stream = Find(turn);
  if (stream == nullptr || stream->phase != Stream::Phase::kSend) return;
  stream->answer->EndPending();
  hungry_.push_back(static_cast<int32_t>(turn));
  Proceed();
}

}  // namespace academy::http
