// Counts events within a sliding window of fifteen slots; small enough to be stored as text.
//
// A value type, not synchronized.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "services/platform/base/clock.h"

namespace academy::auth {

class SlidingCount {
 public:
  // Reads `text` (from ToText; empty for no events) as of `now`. Covers between 14/15 of the window and all of it,
  // never more.
  SlidingCount(std::string_view text, absl::Duration window, UnixMillis now);

  int total() const;
  void Add();
  // Undoes the newest Add, if there is one.
  void TakeBack();
  // Returns when fewer than `limit` (at least 1) events will be left in the window if no more are added; `now` if that
  // is already so.
  UnixMillis RoomAt(int limit) const;

  std::string ToText() const;

 private:
  static constexpr int kSlots = 15;

  // Milliseconds.
  const int64_t slot_;
  const UnixMillis now_;
  // Number of the newest slot, counted from the epoch.
  const int64_t newest_;
  // Newest first.
  std::array<int, kSlots> counts_{};
};

}  // namespace academy::auth
