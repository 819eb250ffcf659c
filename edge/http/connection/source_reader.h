// Reads an answer's source piece by piece and holds it to the length that was announced.
//
// Not thread-safe: it belongs to one answer, which calls it under its connection's lock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "edge/http/exchange.h"

namespace academy::http {

class SourceReader {
 public:
  enum class Got {
    kPiece,
    // `ready` is called once, on any thread, when there is one.
    kNothingYet,
    // Of a source of unknown length.
    kEnd,
    // It ended early, is longer than announced, or failed.
    kBroken,
  };

  // Nothing to read.
  SourceReader() = default;
  // `length` as Response::source_length; `source` may be null.
  SourceReader(std::shared_ptr<BodySource> source, int64_t length)
      : source_(std::move(source)),
        open_(source_ != nullptr && length == Response::kUnknownLength),
        left_(source_ == nullptr || open_ ? 0 : length) {}

  // Its length is unknown, and it is not at its end.
  bool open() const { return open_; }
  // There is more to read, or may be.
  bool more() const { return open_ || left_ > 0; }

  // Puts the next piece into `piece`, which is empty.
  Got Read(std::string& piece, std::function<void()> ready) {
    BodySource::Got got = source_->Read(piece, std::move(ready));
    if (got == BodySource::Got::kNothingYet) return Got::kNothingYet;
    if (open_ && got == BodySource::Got::kEnd) {
      open_ = false;
      return Got::kEnd;
    }
    if (got != BodySource::Got::kPiece || piece.empty()) return Got::kBroken;
    if (open_) return Got::kPiece;
    left_ -= static_cast<int64_t>(piece.size());
    return left_ < 0 ? Got::kBroken : Got::kPiece;
  }

 private:
  std::shared_ptr<BodySource> source_;
  bool open_ = false;
  int64_t left_ = 0;
};

}  // namespace academy::http
