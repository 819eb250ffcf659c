// Keeps files from being removed while a backup copies them. A hold ends by itself, so that a backup that was killed
// does not hold for ever. It is stored, so that every catalog of the database keeps to it.
//
// Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::catalog {

// Statements for a migration.
inline constexpr std::string_view kRemovalHoldsSchema =
    "CREATE TABLE removal_holds (id TEXT PRIMARY KEY, ends_at BIGINT NOT NULL);\n";

class RemovalHold {
 public:
  // Both must outlive the hold.
  RemovalHold(Database& database, const Clock& clock) : database_(database), clock_(clock) {}

  // All: errors of Database::Write.

  // Begins the hold `id`, which ends after `time`.
  absl::Status Begin(const std::string& id, absl::Duration time);
  // Lets it end after `time` from now instead. NOT_FOUND hold_ended if it has ended or never began.
  absl::Status Continue(const std::string& id, absl::Duration time);
  // OK if there is none.
  absl::Status End(const std::string& id);

  // Whether anything holds, or may: also true while the database cannot be read. Files whose removal was decided, by a
  // commit, before a hold began may still be removed.
  bool Held() const;

 private:
  Database& database_;
  const Clock& clock_;
};

}  // namespace academy::catalog
