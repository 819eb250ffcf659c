// A database of the engine under test, and functions that fill it for tests of the catalog's stores.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/assets/asset_record.h"
#include "services/catalog/courses/course_record.h"
#include "services/catalog/courses/course_store.h"
#include "services/catalog/processing/job_changes.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/processing/processed_media.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {

inline constexpr absl::Duration kDay = absl::Hours(24);
using Strings = std::vector<std::string>;

class StoresTest : public testing::TestWithParam<Engine> {
 protected:
  StoresTest();

  // Runs `change(tx)`, which returns an absl::Status or absl::StatusOr, in one transaction.
  template <typename Change>
  auto Write(Change change) {
    return database_->Write([&](Transaction& tx) { return change(tx); });
  }
  // Runs `query(sql)` on a snapshot and returns its result.
  template <typename Query>
  auto Read(Query query) {
    using Result = std::invoke_result_t<Query, soci::session&>;
    absl::StatusOr<Result> result =
        database_->Read([&](soci::session& sql) -> absl::StatusOr<Result> { return query(sql); });
    EXPECT_TRUE(result.ok()) << result.status();
    return *std::move(result);
  }

  CourseRecord Course(const std::string& title, const std::vector<PartDraft>& parts = {});
  absl::StatusOr<CourseRecord> Update(const std::string& id, const CourseChange& change);
  // Deletes an existing course; returns the deleted assets.
  Strings DeleteCourse(const std::string& id);
  CourseRecord FindCourse(const std::string& id);

  // Inserts an asset whose upload has begun.
  std::string Asset(const std::string& id);
  // Completes its upload, with ten bytes.
  absl::Status Complete(const std::string& id);
  std::string ReadyAsset(const std::string& id);
  void RemoveAsset(const std::string& id);
  std::optional<AssetRecord> FindAsset(const std::string& id);
  std::string StatusOf(const std::string& id);

  // Claims a job and returns its asset's id; empty if there is none. None begins while `blocked_` says why not.
  std::string Claim(JobQueue queue = JobQueue::kQuick);
  absl::Status Publish(const std::string& id, const ProcessedMedia& media);
  // As a fault of the file.
  absl::Status Fail(const std::string& id, const std::string& reason);
  std::optional<JobRecord> Job(const std::string& id);
  // The job as its worker holds it; claims it if there is none.
  JobRecord Held(Transaction& tx, const std::string& id);

  // Appends a change of the course to the feed.
  void Append(const std::string& course_id);

  Strings DueBlobRemovals();
  // The feed's events after `position`, as `changed:<id>` and `removed:<id>`.
  Strings EventsAfter(int64_t position);

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
  std::optional<JobFailure> blocked_;
  // The assets at which this process works.
  std::vector<HeldJob> running_;
};

}  // namespace academy::catalog
