// All of the catalog's stores over one database of the engine that the test is run with.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "academy/catalog/v1/feed.pb.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/courses/course_store.h"
#include "services/catalog/processing/job_store.h"
#include "services/catalog/schema.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/base/status.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {

inline constexpr UnixMillis kDay = 24 * 60 * 60 * 1000;
inline const Caller kManager{.kind = CallerKind::kManager, .id = "m1", .session_id = "s1"};

class StoresTest : public testing::TestWithParam<Engine> {
 protected:
  StoresTest()
      : database_(GetParam(), Migrations()),
        feed_(*database_, clock_),
        audit_(*database_, clock_),
        courses_(*database_, feed_, audit_, clock_),
        assets_(*database_, feed_, audit_, clock_),
        uploads_(*database_, feed_, audit_, clock_),
        jobs_(*database_, feed_, clock_) {}

  CourseRecord Course(const std::string& title, const std::vector<PartDraft>& parts = {}) {
    clock_.Advance(1);
    auto course =
        courses_.Create(kManager, {.title = title, .description = "about " + title, .parts = parts, .image = {}});
    EXPECT_TRUE(course.ok()) << MessageOf(course.status());
    return *course;
  }

  std::string Asset(const std::string& id) {
    auto upload = uploads_.Create(kManager, {.id = id,
                                             .length = 10,
                                             .filename = id + ".mp4",
                                             .metadata = "filename eA==",
                                             .expires_at = clock_.Now() + kDay});
    EXPECT_TRUE(upload.ok()) << MessageOf(upload.status());
    return id;
  }

  std::string ReadyAsset(const std::string& id) {
    Asset(id);
    EXPECT_TRUE(uploads_.Complete(id, 10).ok());
    EXPECT_EQ(Claim(), id);
    EXPECT_TRUE(jobs_
                    .Publish(id, {.duration = 12.5,
                                  .width = 640,
                                  .height = 360,
                                  .hls = "master.m3u8",
                                  .poster = "poster.jpg",
                                  .thumbnails = "thumbnails.vtt",
                                  .key = "0123456789abcdef",
                                  .renditions = {{.height = 360, .bitrate = 900'000}}})
                    .ok());
    EXPECT_TRUE(jobs_.Finish(id).ok());
    return id;
  }

  // The asset of the job that is taken, empty for none.
  std::string Claim(JobQueue queue = JobQueue::kQuick) {
    auto job = jobs_.Claim(queue);
    EXPECT_TRUE(job.ok()) << MessageOf(job.status());
    return job->has_value() ? (*job)->asset_id : "";
  }

  // The language that is the default; several joined, so that a test sees them.
  std::string DefaultOf(const AssetRecord& asset) {
    std::string langs;
    for (const CaptionRecord& captions : asset.captions) {
      if (captions.is_default) langs += captions.lang;
    }
    return langs;
  }

  // What the feed holds after `position`, as `changed:<id>` and `removed:<id>`.
  std::vector<std::string> EventsAfter(int64_t position) {
    std::vector<std::string> events;
    const auto entries = *feed_.ReadAfter(position, 100);
    for (const FeedEntry& entry : entries) {
      v1::Event event;
      event.ParseFromString(entry.payload);
      events.push_back(event.has_course_changed() ? "changed:" + event.course_changed().course_id()
                                                  : "removed:" + event.course_removed().course_id());
    }
    return events;
  }

  std::vector<std::string> Titles(const CoursePage& page) {
    std::vector<std::string> titles;
    for (const CourseRecord& course : page.courses) titles.push_back(course.title);
    return titles;
  }

  FakeClock clock_;
  TestDatabase database_;
  ChangeFeed feed_;
  AuditOutbox audit_;
  CourseStore courses_;
  AssetStore assets_;
  UploadStore uploads_;
  JobStore jobs_;
};

using Strings = std::vector<std::string>;

}  // namespace academy::catalog
