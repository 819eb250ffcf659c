// The durable queue of assets that wait to be processed.
//
// Thread-safe; several processes may share it, since a claim is a lease that ends by itself.
#pragma once

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/records.h"
#include "services/common/clock.h"
#include "services/common/db/change_feed.h"
#include "services/common/db/database.h"

namespace academy::catalog {

class JobStore {
 public:
  // Attempts after which a job that never came to an end is given up.
  static constexpr int kMostAttempts = 3;
  // How long a claim holds without a word of progress.
  static constexpr UnixMillis kLease = 10 * 60 * 1000;

  JobStore(Database& database, ChangeFeed& feed, const Clock& clock)
      : database_(database), feed_(feed), clock_(clock) {}

  // Where no other process can hold one (SQLite), ends all leases: what a crash left behind goes on at once.
  absl::Status EndOldLeases();

  // Takes the next due job: its asset is `processing`, its lease begins. Nothing when none is due. A job that was
  // begun kMostAttempts times fails instead.
  absl::StatusOr<std::optional<std::string>> Claim();
  // Jobs that are not at their end.
  absl::StatusOr<int64_t> Count();
  // When the next job is due, if there is any.
  absl::StatusOr<std::optional<UnixMillis>> NextDue();

  // Prolongs the lease. NOT_FOUND asset_not_found when the asset was deleted meanwhile, as for all that follow.
  absl::Status Progress(const std::string& asset_id, int percent);
  absl::Status Succeed(const std::string& asset_id, const ProcessedMedia& media);
  // For good; `reason` is for managers.
  absl::Status Fail(const std::string& asset_id, const std::string& reason);
  // Puts the job back: to be tried again after `delay`, or, as if it had not begun, by whoever comes next.
  absl::Status Retry(const std::string& asset_id, UnixMillis delay);
  absl::Status GiveBack(const std::string& asset_id);

 private:
  // Every change of a job's asset begins so.
  absl::Status SetStatus(Transaction& tx, const std::string& asset_id, const std::string& status, int progress,
                         const std::optional<std::string>& error);

  Database& database_;
  ChangeFeed& feed_;
  const Clock& clock_;
};

}  // namespace academy::catalog
