#include "services/enrollment/progress/interval_set.h"

#include <algorithm>
#include <charconv>

namespace academy::enrollment {

void IntervalSet::Add(int64_t from, int64_t to) {
  if (from >= to) return;
  // The first interval that touches [from, to) or follows it, and the first that only follows.
  auto first = std::lower_bound(intervals_.begin(), intervals_.end(), from,
                                [](const Interval& interval, int64_t value) { return interval.to < value; });
  auto last = first;
  for (; last != intervals_.end() && last->from <= to; ++last) {
    from = std::min(from, last->from);
    to = std::max(to, last->to);
  }
  intervals_.insert(intervals_.erase(first, last), {from, to});
}

int64_t IntervalSet::Missing(int64_t from, int64_t to) const {
  if (from >= to) return 0;
  int64_t missing = to - from;
  for (const Interval& interval : intervals_) {
    missing -= std::max<int64_t>(0, std::min(to, interval.to) - std::max(from, interval.from));
  }
  return missing;
}

int64_t IntervalSet::EndWithin(int64_t from, int64_t to, int64_t budget) const {
  int64_t at = from;
  for (const Interval& interval : intervals_) {
    if (interval.to <= at) continue;
    if (interval.from >= to) break;
    int64_t gap = std::max<int64_t>(0, interval.from - at);
    if (gap > budget) return at + budget;
    budget -= gap;
    at = interval.to;
  }
  if (at >= to) return to;
  return std::min(to, at + budget);
}

void IntervalSet::ClampTo(int64_t end) {
  while (!intervals_.empty() && intervals_.back().from >= end) intervals_.pop_back();
  if (!intervals_.empty()) intervals_.back().to = std::min(intervals_.back().to, end);
}

void IntervalSet::Limit(size_t count) {
  if (count == 0 || intervals_.size() <= count) return;
  std::vector<int64_t> gaps;
  for (size_t i = 1; i < intervals_.size(); ++i) gaps.push_back(intervals_[i].from - intervals_[i - 1].to);
  size_t excess = intervals_.size() - count;
  std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(excess - 1), gaps.end());
  int64_t widest = gaps[excess - 1];
  std::vector<Interval> kept = {intervals_.front()};
  for (size_t i = 1; i < intervals_.size(); ++i) {
    if (intervals_[i].from - kept.back().to <= widest) {
      kept.back().to = intervals_[i].to;
    } else {
      kept.push_back(intervals_[i]);
    }
  }
  intervals_ = std::move(kept);
}

int64_t IntervalSet::Length() const {
  int64_t length = 0;
  for (const Interval& interval : intervals_) length += interval.to - interval.from;
  return length;
}

std::string IntervalSet::ToText() const {
  std::string text;
  for (const Interval& interval : intervals_) {
    if (!text.empty()) text += ' ';
    text += std::to_string(interval.from) + '-' + std::to_string(interval.to);
  }
  return text;
}

bool IntervalSet::Parse(std::string_view text) {
  intervals_.clear();
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    Interval interval;
    auto from = std::from_chars(at, end, interval.from);
    if (from.ec != std::errc() || from.ptr == end || *from.ptr != '-') break;
    auto to = std::from_chars(from.ptr + 1, end, interval.to);
    if (to.ec != std::errc() || interval.from < 0 || interval.from >= interval.to) break;
    // Sorting in what comes out of order takes quadratic time.
    if (!intervals_.empty() && interval.from <= intervals_.back().to) break;
    intervals_.push_back(interval);
    at = to.ptr;
    if (at == end) return true;
    if (*at++ != ' ') break;
  }
  if (text.empty()) return true;
  intervals_.clear();
  return false;
}

}  // namespace academy::enrollment
