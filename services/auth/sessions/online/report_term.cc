#include "services/auth/sessions/online/report_term.h"

namespace academy::auth {

bool ReportTerm::IsFreeFor(std::string_view who, UnixMillis now) const { return who == process || now >= until; }

void ReportTerm::Grant(std::string_view who, UnixMillis now) {
  process = who;
  ++term;
  number = 0;
  whole = false;
  until = now + absl::ToInt64Milliseconds(kLease);
}

ReportTerm::Report ReportTerm::Take(std::string_view who, int64_t its_term, int64_t its_number, UnixMillis now) {
  if (who != process || its_term != term || its_number < number || its_number > number + 1) return Report::kSuperseded;
  until = now + absl::ToInt64Milliseconds(kLease);
  if (its_number == number) return Report::kRepeated;
  number = its_number;
  return Report::kNext;
}

}  // namespace academy::auth
