// Where a reader of a change feed stands, and whether what it caches can be believed.
//
// Not thread-safe: its owner guards it.
#pragma once

#include <cstdint>

namespace academy::edge {

class FeedGate {
 public:
  // The position to open the stream after; -1 (the feed's present end) at first.
  int64_t after() const { return position_; }

  // The stream opened at the feed's head, or was lost. True when everything cached must be forgotten: at the first
  // opening, or when the feed went back behind what was read of it (its database was restored).
  bool OnStream(bool live, int64_t head) {
    connected_ = live;
    if (!live) return false;
    if (position_ < 0) {
      position_ = target_ = head;
      return true;
    }
    // Behind its own past, this stream would hold events back: nothing is believed until it is opened anew.
    if (head < position_) {
      position_ = -1;
      connected_ = false;
      return true;
    }
    target_ = head;
    return false;
  }

  // Events are missing from the feed: as at first, with the next opening.
  void OnGap() { position_ = -1; }

  void OnEvent(int64_t position) {
    if (position_ >= 0) position_ = position;
  }

  // All that had happened when the stream opened is known, and what happens comes at once.
  bool caught_up() const { return connected_ && position_ >= target_; }
  int64_t position() const { return position_; }

 private:
  int64_t position_ = -1;
  int64_t target_ = 0;
  bool connected_ = false;
};

}  // namespace academy::edge
