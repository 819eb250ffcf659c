// A request's body on its way in: collected whole, or taken in pieces as they come.
//
// Not thread-safe: it belongs to one connection, which calls it under its lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "edge/http/connection/body_budget.h"
#include "edge/http/head.h"

namespace academy::http {

class IncomingBody {
 public:
  // None: done.
  IncomingBody() = default;
  explicit IncomingBody(const Head& head) : done_(!head.has_body()), decoder_(head) {}

  // All of it was taken from the connection.
  bool done() const { return done_; }

  // The end of a body with an open end, once all before it was taken.
  void End() { done_ = true; }

  // What it may keep of the budget while it is collected.
  void Charge(BodyBudget::Share share) { share_ = std::move(share); }
  // Takes what `in` has of it; 0, or the HTTP status it is refused with: 400 for a malformed chunk, 413 beyond
  // `max_bytes`, 503 beyond the budget.
  int Collect(std::string& in, uint64_t max_bytes);
  // What was collected, and its share of the budget, which whoever keeps the bytes keeps too.
  std::string TakeAll() { return std::exchange(bytes_, std::string()); }
  BodyBudget::Share TakeShare() { return std::move(share_); }

  // Takes what `in` has of the next piece; false for a malformed chunk.
  bool Fill(std::string& in);
  // Nothing waits to be handed on.
  bool empty() const { return bytes_.empty(); }
  // The piece is as large as pieces become, or the last.
  bool full() const;
  std::string TakePiece() { return std::exchange(bytes_, std::string()); }

 private:
  BodyDecoder::State Take(std::string& in, size_t at_most);

  bool done_ = true;
  BodyDecoder decoder_;
  std::string bytes_;
  BodyBudget::Share share_;
};

}  // namespace academy::http
