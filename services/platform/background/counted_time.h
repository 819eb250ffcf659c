// How much time has passed while a service ran: a number in the database that grows by what a steady clock measures.
//
// The system clock may jump by days, so a difference of two of its readings is not a proof that time has passed. This
// number never grows faster than time, even if several processes of one database add to it, so that a difference of
// more than kMaxStep is such a proof. It does not grow while the service does not run.
#pragma once

#include <soci/soci.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/platform/db/database.h"

namespace academy {

// Creates the number, 0: a migration of the service's database.
inline constexpr std::string_view kCountedTimeSchema =
    "CREATE TABLE counted_time (id INTEGER PRIMARY KEY CHECK (id = 1), millis BIGINT NOT NULL);\n"
    "INSERT INTO counted_time (id, millis) VALUES (1, 0);\n";

// Milliseconds. Both run in their caller's transaction or snapshot and may throw as SOCI does.
int64_t CountedMillis(soci::session& sql);
// Does nothing if the number is at least `millis`.
void RaiseCountedMillis(soci::session& sql, int64_t millis);

// Not thread-safe.
class CountedTime {
 public:
  // A clock that does not jump; tests replace it.
  using Steady = std::function<std::chrono::steady_clock::time_point()>;

  // How often Count is to be called.
  static constexpr absl::Duration kInterval = absl::Minutes(1);
  // The most that one call adds, so that a number that was read before an outage of the database is hardly too low.
  static constexpr absl::Duration kMaxStep = absl::Minutes(2);

  // `database` must outlive this.
  explicit CountedTime(Database& database, Steady steady = std::chrono::steady_clock::now);

  // Adds the time since the last call. The first call adds nothing. Errors as Database::Write.
  absl::Status Count();

 private:
  Database& database_;
  const Steady steady_;
  // What the number was after the last call, and when that was.
  std::optional<int64_t> reached_;
  std::chrono::steady_clock::time_point reached_at_;
};

}  // namespace academy
