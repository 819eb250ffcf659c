// A body whose pieces come one by one, for tests.
#pragma once

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "edge/http/exchange.h"

namespace academy::http {

// Yields pieces in order; every other piece comes later, from another thread.
class LateSource final : public BodySource {
 public:
  LateSource(std::vector<std::string> pieces, Got end) : pieces_(std::move(pieces)), end_(end) {}
  ~LateSource() override {
    for (std::thread& thread : threads_) thread.join();
  }

  Got Read(std::string& piece, std::function<void()> ready) override {
    if (!waited_ && next_ % 2 == 1) {
      waited_ = true;
      threads_.emplace_back(std::move(ready));
      return Got::kNothingYet;
    }
    waited_ = false;
    if (next_ == pieces_.size()) return end_;
    piece = pieces_[next_++];
    return Got::kPiece;
  }

 private:
  const std::vector<std::string> pieces_;
  const Got end_;
  size_t next_ = 0;
  bool waited_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace academy::http
