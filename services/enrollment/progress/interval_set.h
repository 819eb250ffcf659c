// A union of half-open time intervals: which milliseconds of a video were watched.
//
// Not synchronized; const methods may be called concurrently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace academy::enrollment {

class IntervalSet {
 public:
  // In milliseconds; `from` is inclusive, `to` exclusive.
  struct Interval {
    int64_t from = 0;
    int64_t to = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
  };

  // Adds [from, to); does nothing if it is empty.
  void Add(int64_t from, int64_t to);

  // Returns how many milliseconds of [from, to) are not in the set.
  int64_t Missing(int64_t from, int64_t to) const;

  // Returns the end of the longest [from, end) within [from, to) that adds at most `budget` milliseconds.
  int64_t EndWithin(int64_t from, int64_t to, int64_t budget) const;

  // Drops everything from `end` on.
  void ClampTo(int64_t end);

  // Closes the smallest gaps until at most `count` intervals are left, so that a set cannot grow without limit.
  void Limit(size_t count);

  // Total milliseconds.
  int64_t Length() const;
  // Ascending, disjoint, not touching.
  const std::vector<Interval>& intervals() const { return intervals_; }

  // Text form `0-12500 13000-15000`. Parse reads the output of ToText; it returns false for anything else and leaves
  // the set empty.
  std::string ToText() const;
  bool Parse(std::string_view text);

  friend bool operator==(const IntervalSet&, const IntervalSet&) = default;

 private:
  std::vector<Interval> intervals_;
};

}  // namespace academy::enrollment
