#include "edge/http/connection/outgoing_answer.h"

#include <cerrno>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"

namespace academy::http {
namespace {

// A body up to this size is copied behind its head, which costs less than to send two pieces.
constexpr size_t kShortBody = 4096;
constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace

OutgoingAnswer::OutgoingAnswer(const Engine& engine, Response answer, bool head_only, bool close)
    : still_allowed_(std::move(answer.still_allowed)), record_(std::move(answer.record)) {
  engine.WriteHead(answer, head_only, close, head_);
  if (head_only) return;
  tail_ = std::move(answer.shared_body);
  if (answer.body.size() <= kShortBody) {
    head_ += answer.body;
  } else {
    tail_ = std::make_shared<const std::string>(std::move(answer.body));
  }
  file_ = std::move(answer.file);
  source_ = SourceReader(std::move(answer.source), answer.source_length);
}

OutgoingAnswer::State OutgoingAnswer::AfterSending(ssize_t sent) {
  if (sent > 0 && record_ != nullptr) record_->AddBytes(static_cast<uint64_t>(sent));
  if (sent > 0 || errno == EINTR) return State::kMoved;
  return errno == EAGAIN ? State::kSocketBusy : State::kBroken;
}

size_t OutgoingAnswer::memory_left() const { return memory_size() - sent_; }

OutgoingAnswer::State OutgoingAnswer::Step(Transport& transport) {
  if (source_broken_) return State::kBroken;
  if (memory_left() == 0) {
    if (file_.length > 0) return State::kFile;
    return source_.more() ? State::kSource : State::kSent;
  }
  std::string_view tail = tail_ == nullptr ? std::string_view() : *tail_;
  ssize_t n = 0;
  if (sent_ >= head_.size()) {
    n = transport.Send(tail.substr(sent_ - head_.size()), false);
  } else if (std::string_view head = std::string_view(head_).substr(sent_); tail.empty()) {
    n = transport.Send(head, file_.length > 0);
  } else {
    n = transport.SendBoth(head, tail);
  }
  if (n > 0) sent_ += static_cast<size_t>(n);
  return AfterSending(n);
}

OutgoingAnswer::State OutgoingAnswer::SendFile(Transport& transport) {
  ssize_t n = transport.SendFile(file_);
  // The file became shorter than announced.
  if (n == 0) return State::kBroken;
  if (n > 0) {
    file_.offset += n;
    file_.length -= n;
  }
  return AfterSending(n);
}

bool OutgoingAnswer::TakePiece(std::function<void()> ready) {
  head_.clear();
  tail_.reset();
  sent_ = 0;
  bool open = source_.open();
  switch (source_.Read(head_, std::move(ready))) {
    case SourceReader::Got::kNothingYet:
      return false;
    case SourceReader::Got::kEnd:
      head_ = kLastChunk;
      break;
    case SourceReader::Got::kPiece:
      if (!open) break;
      // RFC 9112, 7.1.
      head_.insert(0, absl::StrCat(absl::Hex(head_.size()), "\r\n"));
      head_ += "\r\n";
      break;
    case SourceReader::Got::kBroken:
      source_broken_ = true;
  }
  return true;
}

}  // namespace academy::http
