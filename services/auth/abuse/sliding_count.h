// How often something happened within the last while: a window of fifteen slots that slides with the clock, small
// enough to be kept as text.
//
// A value, used by one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "services/platform/base/clock.h"

namespace academy::auth {

class SlidingCount {
 public:
  // What `text` (by ToText; empty for nothing) has of `window` before `now`. Counts from 14/15 of the window to all of
  // it: never anything older.
  SlidingCount(std::string_view text, UnixMillis window, UnixMillis now);

  int total() const;
  void Add();
  // Undoes one Add, the newest; nothing when there is none.
  void TakeBack();
  // When fewer than `limit` (at least 1) will be in the window, if no more come; `now` when it is so already.
  UnixMillis RoomAt(int limit) const;

  std::string ToText() const;

 private:
  static constexpr int kSlots = 15;

  const UnixMillis slot_;
  const UnixMillis now_;
  // Number of the newest slot since the epoch.
  const int64_t newest_;
  // Newest first.
  std::array<int, kSlots> counts_{};
};

}  // namespace academy::auth
