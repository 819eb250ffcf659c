#include "services/auth/abuse/sliding_count.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace academy::auth {
namespace {

// Removes a number and the character after it from the front of `text` and returns it; 0 if there is none.
int64_t TakeNumber(std::string_view& text) {
  int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  size_t taken = static_cast<size_t>(end - text.data());
  text.remove_prefix(std::min(text.size(), taken + 1));
  return error == std::errc() ? number : 0;
}

}  // namespace

SlidingCount::SlidingCount(std::string_view text, absl::Duration window, UnixMillis now)
    : slot_(absl::ToInt64Milliseconds(window) / kSlots), now_(now), newest_(now / slot_) {
  if (text.empty()) return;
  // A clock that was set back must not lose counts: slots newer than now count as now's.
  int64_t age = std::max<int64_t>(0, newest_ - TakeNumber(text));
  for (; age < kSlots && !text.empty(); ++age) counts_[static_cast<size_t>(age)] = static_cast<int>(TakeNumber(text));
}

int SlidingCount::total() const { return std::accumulate(counts_.begin(), counts_.end(), 0); }

void SlidingCount::Add() { ++counts_[0]; }

void SlidingCount::TakeBack() {
  auto newest = std::find_if(counts_.begin(), counts_.end(), [](int count) { return count > 0; });
  if (newest != counts_.end()) --*newest;
}

UnixMillis SlidingCount::RoomAt(int limit) const {
  int left = total();
  if (left < limit) return now_;
  for (int age = kSlots - 1; age >= 0; --age) {
    left -= counts_[static_cast<size_t>(age)];
    // A slot leaves the window when it is kSlots slots old.
    if (left < limit) return (newest_ - age + kSlots) * slot_;
  }
  return now_;
}

std::string SlidingCount::ToText() const {
  // Older empty slots are omitted.
  auto last = std::find_if(counts_.rbegin(), counts_.rend(), [](int count) { return count > 0; });
  std::string text = std::to_string(newest_) + ":";
  for (auto count = counts_.begin(); count != last.base(); ++count) text += std::to_string(*count) + ",";
  return text;
}

}  // namespace academy::auth
