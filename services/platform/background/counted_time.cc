#include "services/platform/background/counted_time.h"

#include <algorithm>
#include <utility>

#include "services/platform/db/query.h"

namespace academy {

int64_t CountedMillis(soci::session& sql) {
  return QueryValue<int64_t>(sql, "SELECT millis FROM counted_time WHERE id = 1");
}

void RaiseCountedMillis(soci::session& sql, int64_t millis) {
  Execute(sql, "UPDATE counted_time SET millis = :millis WHERE id = 1 AND millis < :bound", millis, millis);
}

CountedTime::CountedTime(Database& database, Steady steady) : database_(database), steady_(std::move(steady)) {}

absl::Status CountedTime::Count() {
  int64_t step = 0;
  if (reached_.has_value()) {
    step = absl::ToInt64Milliseconds(std::min(absl::FromChrono(steady_() - reached_at_), kMaxStep));
  }
  int64_t reached = 0;
  absl::Status written = database_.Write([&](Transaction& tx) -> absl::Status {
    // Another process may have counted meanwhile. The higher number is right, never the sum.
    reached = std::max(CountedMillis(tx.sql()), reached_.value_or(0) + step);
    RaiseCountedMillis(tx.sql(), reached);
    return absl::OkStatus();
  });
  if (!written.ok()) return written;
  reached_ = reached;
  reached_at_ = steady_();
  return written;
}

}  // namespace academy
