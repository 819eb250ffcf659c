// Which presence reports who is online, and which of its reports was the last.
//
// One process reports at a time. It has the right for kLease after each report or question; after that it keeps the
// right until another one asks. Every grant is a new term, so that what the former reporter still sends is known by its
// number to be over, whichever auth it reaches and however late.
//
// Pure; not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

struct ReportTerm {
  // How long the right outlives the last report.
  static constexpr absl::Duration kLease = absl::Seconds(6);

  enum class Report { kNext, kRepeated, kSuperseded };

  // The process that reports; empty before the first.
  std::string process;
  int64_t term = 0;
  // Of the last report that was taken.
  int64_t number = 0;
  // Whether all of the term's list is there.
  bool whole = false;
  // Until then nobody else gets the right.
  UnixMillis until = 0;

  // Whether `who` would get the right.
  bool IsFreeFor(std::string_view who, UnixMillis now) const;
  // Begins a term of `who`.
  void Grant(std::string_view who, UnixMillis now);
  // Takes a report unless it is kSuperseded: of another term, or not the next one. kRepeated has been taken before.
  Report Take(std::string_view who, int64_t its_term, int64_t its_number, UnixMillis now);
  // Anybody may have the right.
  void Release() { until = 0; }
};

}  // namespace academy::auth
