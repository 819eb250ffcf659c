// An answer's body on its way to one stream: from memory, or piece by piece from its file or its source.
//
// Not thread-safe: it belongs to one connection, which calls it under its lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "edge/http/connection/source_reader.h"
#include "edge/http/exchange.h"

namespace academy::http {

class StreamAnswer {
 public:
  // What the next piece is made from, once all that is ready was taken.
  enum class Next { kNothing, kFile, kSource };

  // With `head_only` the body stays here.
  StreamAnswer(Response answer, bool head_only);

  // Bytes in memory, and not shared with other answers, that only this answer keeps.
  size_t kept() const { return tail_own_ ? left_of(tail_) : 0; }
  // Bytes of a body in memory to be sent.
  size_t memory_left() const { return left_of(tail_); }

  // Bytes that may be sent now.
  size_t ready() const { return ready_bytes().size(); }
  // Whether nothing comes after `bytes` of what is ready.
  bool LastAfter(size_t bytes) const { return bytes == ready() && next() == Next::kNothing; }
  // Appends some of what is ready.
  void Take(size_t bytes, std::string& out);

  Next next() const { return file_.length > 0 ? Next::kFile : source_.more() ? Next::kSource : Next::kNothing; }
  // A piece is being made, by a file's thread or by the source.
  bool pending() const { return pending_; }
  // The file's next bytes, at most `room` and a piece's size; pending until GiveFilePiece.
  FileRange BeginFilePiece(size_t room);
  // False if the file became shorter than announced.
  bool GiveFilePiece(std::string piece);
  // Takes the source's next piece. kNothingYet is pending until EndPending.
  SourceReader::Got TakeSourcePiece(std::function<void()> ready);
  void EndPending() { pending_ = false; }

  // Whether it may still be sent. Must not wait.
  bool allowed() const { return !still_allowed_ || still_allowed_(); }
  // Counts bytes that were sent, with their frames.
  void Record(size_t bytes) const {
    if (record_ != nullptr) record_->AddBytes(bytes);
  }

 private:
  size_t left_of(const std::shared_ptr<const std::string>& text) const {
    return text == nullptr ? 0 : text->size() - taken_;
  }
  std::string_view ready_bytes() const { return std::string_view(tail_ != nullptr ? *tail_ : piece_).substr(taken_); }

  // The body in memory; may be null.
  std::shared_ptr<const std::string> tail_;
  bool tail_own_ = false;
  // Of the file or the source.
  std::string piece_;
  // Of `tail_` or `piece_`.
  size_t taken_ = 0;
  FileRange file_;
  SourceReader source_;
  bool pending_ = false;
  std::function<bool()> still_allowed_;
  // May be null.
  std::shared_ptr<ServedRecord> record_;
};

}  // namespace academy::http
