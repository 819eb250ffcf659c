#include "services/catalog/testing/stores_fixture.h"

#include "services/catalog/assets/asset_removal.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/assets/blob_removals.h"
#include "services/catalog/courses/course_events.h"
#include "services/catalog/processing/job_changes.h"
#include "services/catalog/schema.h"
#include "services/catalog/testing/feed_events.h"
#include "services/catalog/uploads/upload_completion.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {

StoresTest::StoresTest() : database_(GetParam(), Migrations()), feed_(*database_, clock_) {}

CourseRecord StoresTest::Course(const std::string& title, const std::vector<PartDraft>& parts) {
  clock_.Advance(absl::Milliseconds(1));
  NewCourse course{.title = title, .description = "about " + title, .parts = parts, .image = {}};
  auto inserted = Write([&](Transaction& tx) { return InsertCourse(tx.sql(), course, clock_.Now()); });
  EXPECT_TRUE(inserted.ok()) << inserted.status();
  return *std::move(inserted);
}

absl::StatusOr<CourseRecord> StoresTest::Update(const std::string& id, const CourseChange& change) {
  return Write([&](Transaction& tx) {
    return UpdateCourse(tx.sql(), *catalog::FindCourse(tx.sql(), id), change, clock_.Now());
  });
}

Strings StoresTest::DeleteCourse(const std::string& id) {
  auto deleted = Write([&](Transaction& tx) -> absl::StatusOr<Strings> {
    return catalog::DeleteCourse(tx.sql(), *catalog::FindCourse(tx.sql(), id), clock_.Now());
  });
  EXPECT_TRUE(deleted.ok()) << deleted.status();
  return *std::move(deleted);
}

CourseRecord StoresTest::FindCourse(const std::string& id) {
  return *Read([&](soci::session& sql) { return catalog::FindCourse(sql, id); });
}

std::string StoresTest::Asset(const std::string& id) {
  NewUpload upload{
      .id = id, .length = 10, .filename = id + ".mp4", .metadata = "filename eA==", .expires_at = clock_.Now() + kDay};
  auto inserted = Write([&](Transaction& tx) -> absl::Status {
    InsertUpload(tx.sql(), upload, clock_.Now());
    return absl::OkStatus();
  });
  EXPECT_TRUE(inserted.ok()) << inserted;
  return id;
}

absl::Status StoresTest::Complete(const std::string& id) {
  return Write([&](Transaction& tx) { return CompleteUpload(tx, feed_, id, 10, clock_.Now()); });
}

std::string StoresTest::ReadyAsset(const std::string& id) {
  Asset(id);
  EXPECT_TRUE(Complete(id).ok());
  EXPECT_EQ(Claim(), id);
  EXPECT_TRUE(Publish(id, {.duration = 12.5,
                           .width = 640,
                           .height = 360,
                           .hls = "master.m3u8",
                           .poster = "poster.jpg",
                           .thumbnails = "thumbnails.vtt",
                           .key = "0123456789abcdef",
                           .renditions = {{.height = 360, .bitrate = 900'000}}})
                  .ok());
  EXPECT_TRUE(Write([&](Transaction& tx) { return FinishJob(tx, Held(tx, id), clock_.Now()); }).ok());
  return id;
}

void StoresTest::RemoveAsset(const std::string& id) {
  auto removed = Write([&](Transaction& tx) -> absl::Status {
    catalog::RemoveAsset(tx, feed_, id, clock_.Now());
    return absl::OkStatus();
  });
  EXPECT_TRUE(removed.ok()) << removed;
}

std::optional<AssetRecord> StoresTest::FindAsset(const std::string& id) {
  return Read([&](soci::session& sql) { return catalog::FindAsset(sql, id); });
}

std::string StoresTest::StatusOf(const std::string& id) { return FindAsset(id)->status; }

std::string StoresTest::Claim(JobQueue queue) {
  auto blocked = [this](soci::session&, const JobRecord&) { return blocked_; };
  ClaimRequest request{.queue = queue, .running = running_, .retry = {}};
  auto job = Write([&](Transaction& tx) { return ClaimJob(tx, feed_, request, blocked, clock_.Now()); });
  EXPECT_TRUE(job.ok()) << job.status();
  return job->has_value() ? (*job)->asset_id : "";
}

absl::Status StoresTest::Publish(const std::string& id, const ProcessedMedia& media) {
  return Write([&](Transaction& tx) { return PublishMedia(tx, feed_, Held(tx, id), media, clock_.Now()); });
}

absl::Status StoresTest::Fail(const std::string& id, const std::string& reason) {
  return Write([&](Transaction& tx) { return FailJob(tx, feed_, Held(tx, id), {"not_video", reason}, clock_.Now()); });
}

std::optional<JobRecord> StoresTest::Job(const std::string& id) {
  return Read([&](soci::session& sql) { return FindJob(sql, id); });
}

JobRecord StoresTest::Held(Transaction& tx, const std::string& id) {
  std::optional<JobRecord> job = FindJob(tx.sql(), id);
  if (job.has_value() && !job->started) {
    StartJob(tx.sql(), id, clock_.Now() + kJobLease);
    job = FindJob(tx.sql(), id);
  }
  return job.value_or(JobRecord{.asset_id = id});
}

void StoresTest::Append(const std::string& course_id) {
  EXPECT_OK(Write([&](Transaction& tx) -> absl::Status {
    AppendCourseChanged(tx, feed_, course_id);
    return absl::OkStatus();
  }));
}

Strings StoresTest::DueBlobRemovals() {
  return Read([&](soci::session& sql) { return ListDueBlobRemovals(sql, clock_.Now(), 10); });
}

Strings StoresTest::EventsAfter(int64_t position) { return FeedEventsAfter(feed_, position); }

}  // namespace academy::catalog
