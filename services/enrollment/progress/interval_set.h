// A union of half-open time intervals: which milliseconds of a video were watched.
//
// Thread-compatible: const methods from many threads, others from one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace academy::enrollment {

class IntervalSet {
 public:
  // Milliseconds, `from` inside and `to` not.
  struct Interval {
    int64_t from = 0;
    int64_t to = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
  };

  // Adds [from, to); nothing when it is empty.
  void Add(int64_t from, int64_t to);

  // Milliseconds of [from, to) that are not in the set yet.
  int64_t Missing(int64_t from, int64_t to) const;

  // The end of the longest [from, end) within [from, to) that adds at most `budget` milliseconds.
  int64_t EndWithin(int64_t from, int64_t to, int64_t budget) const;

  // Drops everything from `end` on.
  void ClampTo(int64_t end);

  // Closes the smallest gaps until at most `count` intervals are left, so that nobody can make a set grow for ever.
  void Limit(size_t count);

  // Milliseconds in all.
  int64_t Length() const;
  // Ascending, disjoint, not touching.
  const std::vector<Interval>& intervals() const { return intervals_; }

  // `0-12500 13000-15000`; Parse takes what ToText gave, and false leaves the set empty.
  std::string ToText() const;
  bool Parse(std::string_view text);

  friend bool operator==(const IntervalSet&, const IntervalSet&) = default;

 private:
  std::vector<Interval> intervals_;
};

}  // namespace academy::enrollment
