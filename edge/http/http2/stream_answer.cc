#include "edge/http/http2/stream_answer.h"

#include <utility>

namespace academy::http {
namespace {

constexpr size_t kPieceSize = 64 * 1024;

}  // namespace

StreamAnswer::StreamAnswer(Response answer, bool head_only)
    : still_allowed_(std::move(answer.still_allowed)), record_(std::move(answer.record)) {
  if (head_only) return;
  tail_ = std::move(answer.shared_body);
  if (tail_ == nullptr && !answer.body.empty()) {
    tail_ = std::make_shared<const std::string>(std::move(answer.body));
    tail_own_ = true;
  }
  file_ = std::move(answer.file);
  source_ = SourceReader(std::move(answer.source), answer.source_length);
}

void StreamAnswer::Take(size_t bytes, std::string& out) {
  out.append(ready_bytes().substr(0, bytes));
  taken_ += bytes;
  if (ready() > 0) return;
  tail_.reset();
  piece_ = std::string();
  taken_ = 0;
}

FileRange StreamAnswer::BeginFilePiece(size_t room) {
  pending_ = true;
  FileRange range = file_;
  range.length = std::min(range.length, static_cast<int64_t>(std::clamp<size_t>(room, 1, kPieceSize)));
  return range;
}

bool StreamAnswer::GiveFilePiece(std::string piece) {
  pending_ = false;
  if (piece.empty()) return false;
  file_.offset += static_cast<int64_t>(piece.size());
  file_.length -= static_cast<int64_t>(piece.size());
  piece_ = std::move(piece);
  return true;
}

SourceReader::Got StreamAnswer::TakeSourcePiece(std::function<void()> ready) {
  SourceReader::Got got = source_.Read(piece_, std::move(ready));
  pending_ = got == SourceReader::Got::kNothingYet;
  return got;
}

}  // namespace academy::http
