// The contract of the catalog's stores, on every engine at hand.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "academy/catalog/v1/feed.pb.h"
#include "services/catalog/asset_store.h"
#include "services/catalog/course_store.h"
#include "services/catalog/job_store.h"
#include "services/catalog/schema.h"
#include "services/catalog/upload_store.h"
#include "services/common/db/change_feed.h"
#include "services/common/status.h"
#include "services/common/testing/fake_clock.h"
#include "services/common/testing/test_database.h"

namespace academy::catalog {
namespace {

constexpr UnixMillis kDay = 24 * 60 * 60 * 1000;
const Caller kManager{.kind = CallerKind::kManager, .id = "m1", .session_id = "s1"};

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
  std::string Claim(Lane lane = Lane::kQuick) {
    auto job = jobs_.Claim(lane);
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

TEST_P(StoresTest, ACreatedCourseIsReadBackWithItsPartsInOrder) {
  CourseRecord course = Course("Flight", {{.title = "one", .description = "first"}, {.title = "two"}});
  ASSERT_EQ(course.parts.size(), 2u);
  EXPECT_EQ(course.parts[0].title, "one");
  EXPECT_EQ(course.parts[0].description, "first");
  EXPECT_FALSE(course.parts[0].video.has_value());
  EXPECT_FALSE(course.image.has_value());
  EXPECT_EQ(course.created_at, clock_.Now());
  EXPECT_EQ(courses_.Get({course.id})->front().parts[1].id, course.parts[1].id);
}

TEST_P(StoresTest, UpdatingKeepsAbsentFieldsAndPartIdsThroughReordering) {
  CourseRecord course = Course("Flight", {{.title = "one"}, {.title = "two"}, {.title = "three"}});
  clock_.Advance(10);
  CourseChange change{.id = course.id};
  change.parts = {
      {.id = course.parts[2].id, .title = "three"}, {.title = "new"}, {.id = course.parts[0].id, .title = "first"}};
  auto updated = courses_.Update(kManager, change);
  ASSERT_TRUE(updated.ok()) << MessageOf(updated.status());
  EXPECT_EQ(updated->title, "Flight");
  EXPECT_EQ(updated->description, "about Flight");
  EXPECT_EQ(updated->updated_at, course.updated_at + 10);
  ASSERT_EQ(updated->parts.size(), 3u);
  EXPECT_EQ(updated->parts[0].id, course.parts[2].id);
  EXPECT_EQ(updated->parts[1].title, "new");
  EXPECT_EQ(updated->parts[2].id, course.parts[0].id);
  EXPECT_EQ(updated->parts[2].title, "first");

  auto renamed = courses_.Update(kManager, {.id = course.id, .title = "Sea"});
  EXPECT_EQ(renamed->title, "Sea");
  EXPECT_EQ(renamed->parts.size(), 3u);
}

TEST_P(StoresTest, AForeignOrRepeatedPartIdIsRefusedAndChangesNothing) {
  CourseRecord course = Course("Flight", {{.title = "one"}});
  CourseRecord other = Course("Sea", {{.title = "theirs"}});
  CourseChange change{.id = course.id, .title = "changed"};
  change.parts = std::vector<PartDraft>{{.id = other.parts[0].id, .title = "stolen"}};
  EXPECT_EQ(DetailOf(courses_.Update(kManager, change).status()).fields.at(0).field, "parts[0]._id");
  change.parts =
      std::vector<PartDraft>{{.id = course.parts[0].id, .title = "a"}, {.id = course.parts[0].id, .title = "b"}};
  EXPECT_EQ(DetailOf(courses_.Update(kManager, change).status()).fields.at(0).field, "parts[1]._id");
  EXPECT_EQ(courses_.Get({course.id})->front().title, "Flight");
  EXPECT_EQ(courses_.Get({other.id})->front().parts.size(), 1u);
}

TEST_P(StoresTest, AnUnknownAssetIsNamedAndAnUnknownCourseIsNotFound) {
  CourseRecord course = Course("Flight");
  CourseChange change{.id = course.id};
  change.parts = std::vector<PartDraft>{{.title = "one", .asset_id = "missing"}};
  absl::Status status = courses_.Update(kManager, change).status();
  EXPECT_EQ(DetailOf(status).reason, "asset_not_found");
  EXPECT_NE(MessageOf(status).find("missing"), std::string_view::npos);
  EXPECT_EQ(DetailOf(courses_.Update(kManager, {.id = "nothing"}).status()).reason, "course_not_found");
  EXPECT_EQ(DetailOf(courses_.Delete(kManager, "nothing").status()).reason, "course_not_found");
  EXPECT_EQ(DetailOf(courses_.SetImage(kManager, "nothing", "images/a.webp").status()).reason, "course_not_found");
}

TEST_P(StoresTest, ACourseShowsItsVideosState) {
  Asset("a1");
  CourseRecord course = Course("Flight", {{.title = "one", .asset_id = "a1"}});
  EXPECT_EQ(course.parts[0].video->status, "uploading");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Progress("a1", 40).ok());
  CourseRecord seen = courses_.Get({course.id})->front();
  EXPECT_EQ(seen.parts[0].video->status, "processing");
  EXPECT_EQ(seen.parts[0].video->progress, 40);
  ASSERT_TRUE(jobs_.Fail("a1", "The file is not a video").ok());
  seen = courses_.Get({course.id})->front();
  EXPECT_EQ(seen.parts[0].video->status, "failed");
  EXPECT_EQ(seen.parts[0].video->error, "The file is not a video");
}

TEST_P(StoresTest, TheFeedTellsOfChangesOfACourseAndOfItsVideos) {
  ReadyAsset("a0");
  Asset("a1");
  int64_t start = *feed_.Head();
  CourseRecord course = Course("Flight", {{.title = "one", .asset_id = "a1"}});
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id});
  start = *feed_.Head();
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Publish("a1", {.key = "0123456789abcdef"}).ok());
  EXPECT_EQ(EventsAfter(start), Strings({"changed:" + course.id, "changed:" + course.id}));
  start = *feed_.Head();
  ASSERT_TRUE(courses_.Delete(kManager, course.id).ok());
  EXPECT_EQ(EventsAfter(start), Strings{"removed:" + course.id});
}

TEST_P(StoresTest, ListsPageThroughEverySortWithoutLossOrRepetition) {
  Strings all;
  for (int i = 0; i < 7; ++i) all.push_back(Course("Course " + std::to_string(i % 3)).id);
  for (CourseSort sort : {CourseSort::kTitle, CourseSort::kCreatedAt, CourseSort::kUpdatedAt}) {
    for (bool descending : {true, false}) {
      CourseListQuery query{.search = "", .sort = sort, .descending = descending, .limit = 3, .cursor = ""};
      Strings seen;
      for (int pages = 0; pages < 5; ++pages) {
        auto page = courses_.List(query);
        ASSERT_TRUE(page.ok()) << MessageOf(page.status());
        EXPECT_EQ(page->total, 7);
        for (const CourseRecord& course : page->courses) seen.push_back(course.id);
        if (!page->next_cursor.has_value()) break;
        query.cursor = *page->next_cursor;
      }
      ASSERT_EQ(seen.size(), 7u);
      EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 7u);
      if (sort == CourseSort::kCreatedAt && !descending) {
        EXPECT_EQ(seen, all);
      }
    }
  }
  EXPECT_EQ(DetailOf(courses_.List({.limit = 2, .cursor = "!!"}).status()).fields.at(0).field, "cursor");
}

TEST_P(StoresTest, SearchFoldsArabicLettersAndCaseAndTakesWildcardsLiterally) {
  Course("مقدمة في الإدارة");
  Course("أساسيات المحاسبة ١٠١");
  Course("Pilot SCHOOL");
  Course("100% sure");
  auto find = [&](const std::string& text) { return Titles(*courses_.List({.search = text, .limit = 10})); };
  EXPECT_EQ(find("الاداره"), Strings{"مقدمة في الإدارة"});
  EXPECT_EQ(find("اسَاســيات"), Strings{"أساسيات المحاسبة ١٠١"});
  EXPECT_EQ(find("101"), Strings{"أساسيات المحاسبة ١٠١"});
  EXPECT_EQ(find("school"), Strings{"Pilot SCHOOL"});
  EXPECT_EQ(find("0%"), Strings{"100% sure"});
  EXPECT_EQ(find("_"), Strings{});
}

TEST_P(StoresTest, CoursesAreReadInTheOrderAskedWhateverTheirNumber) {
  Strings ids;
  for (int i = 0; i < 3; ++i) ids.push_back(Course("c", {{.title = "p"}}).id);
  Strings asked = {ids[2], "unknown", ids[0]};
  for (int i = 0; i < 1200; ++i) asked.push_back("none" + std::to_string(i));
  asked.push_back(ids[1]);
  auto courses = courses_.Get(asked);
  ASSERT_EQ(courses->size(), 3u);
  EXPECT_EQ((*courses)[0].id, ids[2]);
  EXPECT_EQ((*courses)[1].id, ids[0]);
  EXPECT_EQ((*courses)[2].id, ids[1]);
  EXPECT_EQ((*courses)[2].parts.size(), 1u);
}

TEST_P(StoresTest, DeletingACourseDeletesOnlyTheMediaThatNothingElseUses) {
  ReadyAsset("own");
  ReadyAsset("shared");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "own"}, {.title = "2", .asset_id = "shared"}});
  Course("b", {{.title = "1", .asset_id = "shared"}});
  EXPECT_EQ(*courses_.Delete(kManager, course.id), Strings{"own"});
  EXPECT_EQ(DetailOf(assets_.Get("own").status()).reason, "asset_not_found");
  EXPECT_TRUE(assets_.Get("shared").ok());
  EXPECT_EQ(*assets_.DueBlobRemovals(10), Strings{"media/own"});
  ASSERT_TRUE(assets_.BlobRemoved("media/own").ok());
  EXPECT_TRUE(assets_.DueBlobRemovals(10)->empty());
}

TEST_P(StoresTest, AReservedPictureIsRemovedUnlessACourseTakesIt) {
  ASSERT_TRUE(assets_.ReserveBlobs(PictureKeys("images/lost.webp")).ok());
  ASSERT_TRUE(assets_.ReserveBlobs(PictureKeys("images/first.webp")).ok());
  auto course = courses_.Create(kManager, {.title = "a", .description = "", .parts = {}, .image = "images/first.webp"});
  EXPECT_EQ(course->image, "images/first.webp");
  EXPECT_TRUE(assets_.DueBlobRemovals(10)->empty());
  ASSERT_TRUE(assets_.ReserveBlobs(PictureKeys("images/second.webp")).ok());
  EXPECT_EQ(courses_.SetImage(kManager, course->id, "images/second.webp")->image, "images/second.webp");
  EXPECT_EQ(*assets_.DueBlobRemovals(10),
            Strings({"images/first-640.jpg", "images/first-640.webp", "images/first.jpg", "images/first.webp"}));
  clock_.Advance(2 * 60 * 60 * 1000);
  EXPECT_EQ(assets_.DueBlobRemovals(10)->size(), 8u);
}

TEST_P(StoresTest, AnAssetIsKeptWhileAPartUsesItAndAWeekLonger) {
  ReadyAsset("a1");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "a1"}});
  clock_.Advance(30 * kDay);
  EXPECT_TRUE(assets_.DeleteUnused(clock_.Now() - 7 * kDay)->empty());
  CourseChange change{.id = course.id};
  change.parts = std::vector<PartDraft>{};
  ASSERT_TRUE(courses_.Update(kManager, change).ok());
  clock_.Advance(6 * kDay);
  EXPECT_TRUE(assets_.DeleteUnused(clock_.Now() - 7 * kDay)->empty());
  clock_.Advance(2 * kDay);
  EXPECT_EQ(*assets_.DeleteUnused(clock_.Now() - 7 * kDay), Strings{"a1"});
  EXPECT_EQ(DetailOf(assets_.Get("a1").status()).reason, "asset_not_found");
}

TEST_P(StoresTest, AReadyAssetHasItsKeyRenditionsAndPlayback) {
  ReadyAsset("a1");
  Asset("a2");
  AssetRecord asset = *assets_.Get("a1");
  EXPECT_EQ(asset.status, "ready");
  EXPECT_EQ(asset.progress, 100);
  EXPECT_DOUBLE_EQ(asset.duration, 12.5);
  ASSERT_EQ(asset.renditions.size(), 1u);
  EXPECT_EQ(asset.renditions[0].bitrate, 900'000);
  EXPECT_EQ(*assets_.GetKey("a1"), "0123456789abcdef");
  EXPECT_EQ(DetailOf(assets_.GetKey("a2").status()).reason, "asset_not_found");
  auto ready = assets_.GetReady({"a2", "none", "a1"});
  ASSERT_EQ(ready->size(), 1u);
  EXPECT_EQ(ready->front().hls, "master.m3u8");
}

TEST_P(StoresTest, CaptionsAreReplacedByLanguage) {
  ReadyAsset("a1");
  ASSERT_TRUE(
      assets_.PutCaptions(kManager, "a1", {.lang = "ar", .label = "العربية", .path = "captions/ar-1.vtt"}).ok());
  ASSERT_TRUE(
      assets_.PutCaptions(kManager, "a1", {.lang = "en", .label = "English", .path = "captions/en-1.vtt"}).ok());
  auto asset = assets_.PutCaptions(kManager, "a1", {.lang = "ar", .label = "عربي", .path = "captions/ar-2.vtt"});
  ASSERT_EQ(asset->captions.size(), 2u);
  EXPECT_EQ(asset->captions[0].label, "عربي");
  EXPECT_EQ(*assets_.DueBlobRemovals(10), Strings{"media/a1/captions/ar-1.vtt"});
  EXPECT_EQ(assets_.DeleteCaptions(kManager, "a1", "en")->captions.size(), 1u);
  EXPECT_EQ(DetailOf(assets_.DeleteCaptions(kManager, "a1", "en").status()).reason, "captions_not_found");
  EXPECT_EQ(DetailOf(assets_.DeleteCaptions(kManager, "none", "en").status()).reason, "asset_not_found");
}

TEST_P(StoresTest, OneLanguageOfTheCaptionsIsTheDefault) {
  ReadyAsset("a1");
  auto put = [&](const std::string& lang, bool is_default) {
    auto asset = assets_.PutCaptions(
        kManager, "a1", {.lang = lang, .label = lang, .path = "captions/" + lang + ".vtt", .is_default = is_default});
    return DefaultOf(*asset);
  };
  EXPECT_EQ(put("en", false), "en");
  EXPECT_EQ(put("ar", false), "en");
  EXPECT_EQ(put("fr", true), "fr");
  // Replacing a file does not take the place away.
  EXPECT_EQ(put("fr", false), "fr");
  EXPECT_EQ(DefaultOf(assets_.GetReady({"a1"})->front()), "fr");
  EXPECT_EQ(DefaultOf(*assets_.DeleteCaptions(kManager, "a1", "fr")), "ar");
  EXPECT_EQ(DefaultOf(*assets_.DeleteCaptions(kManager, "a1", "en")), "ar");
  EXPECT_EQ(DefaultOf(*assets_.DeleteCaptions(kManager, "a1", "ar")), "");
}

TEST_P(StoresTest, AnUploadGoesFromItsFirstByteToTheQueue) {
  Asset("a1");
  EXPECT_EQ(uploads_.Get("a1")->metadata, "filename eA==");
  EXPECT_EQ(*uploads_.Get("a1")->length, 10);
  ASSERT_TRUE(uploads_.BeginAppend("a1", {.expires_at = clock_.Now() + 2 * kDay, .checked_from = 4}).ok());
  ASSERT_EQ(uploads_.Unchecked()->size(), 1u);
  EXPECT_EQ(*uploads_.Unchecked()->front().checked_from, 4);
  ASSERT_TRUE(uploads_.EndChecked("a1").ok());
  EXPECT_TRUE(uploads_.Unchecked()->empty());
  EXPECT_TRUE(*uploads_.NeedsFile("a1"));
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  EXPECT_EQ(assets_.Get("a1")->status, "queued");
  EXPECT_TRUE(*uploads_.NeedsFile("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Fail("a1", "no").ok());
  EXPECT_FALSE(*uploads_.NeedsFile("a1"));
  EXPECT_EQ(DetailOf(uploads_.Get("none").status()).reason, "upload_not_found");
}

TEST_P(StoresTest, OnlyUnfinishedUploadsExpire) {
  Asset("a1");
  ReadyAsset("a2");
  EXPECT_TRUE(uploads_.Expired()->empty());
  clock_.Advance(kDay);
  EXPECT_EQ(*uploads_.Expired(), Strings{"a1"});
  ASSERT_TRUE(uploads_.Delete("a1").ok());
  EXPECT_EQ(DetailOf(uploads_.Delete("a1")).reason, "upload_not_found");
  EXPECT_EQ(DetailOf(assets_.Get("a1").status()).reason, "asset_not_found");
}

TEST_P(StoresTest, DeletingAnUploadTakesItOutOfItsPart) {
  Asset("a1");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "a1"}});
  int64_t start = *feed_.Head();
  ASSERT_TRUE(uploads_.Delete("a1").ok());
  EXPECT_FALSE(courses_.Get({course.id})->front().parts[0].video.has_value());
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id});
}

TEST_P(StoresTest, AJobIsClaimedOnceAndComesBackWhenItsHolderIsSilent) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  EXPECT_EQ(Claim(), "a1");
  EXPECT_EQ(Claim(), "");
  clock_.Advance(JobStore::kLease - 1);
  ASSERT_TRUE(jobs_.Progress("a1", 10).ok());
  clock_.Advance(JobStore::kLease - 1);
  EXPECT_EQ(Claim(), "");
  clock_.Advance(2);
  EXPECT_EQ(Claim(), "a1");
}

TEST_P(StoresTest, AJobThatNeverEndsFailsAfterThreeAttemptsAndAStopIsNone) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_TRUE(jobs_.GiveBack("a1").ok());
  }
  for (int i = 0; i < JobStore::kMostAttempts; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_TRUE(jobs_.Retry("a1", 1000).ok());
    EXPECT_EQ(Claim(), "");
    EXPECT_EQ(**jobs_.NextDue(Lane::kQuick), clock_.Now() + 1000);
    clock_.Advance(1000);
  }
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(assets_.Get("a1")->status, "failed");
  EXPECT_FALSE(jobs_.NextDue(Lane::kQuick)->has_value());
}

TEST_P(StoresTest, WhatADeletedAssetsJobRecordsIsNotFound) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(uploads_.Delete("a1").ok());
  EXPECT_TRUE(absl::IsNotFound(jobs_.Progress("a1", 1)));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Publish("a1", {})));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Fail("a1", "no")));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Made("a1").status()));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Advance("a1", Stage::kEncode)));
  EXPECT_TRUE(absl::IsNotFound(jobs_.SetThumbnails("a1", "thumbnails.vtt")));
  EXPECT_TRUE(absl::IsNotFound(jobs_.AddRenditions("a1", {})));
  EXPECT_TRUE(absl::IsNotFound(jobs_.Finish("a1")));
}

TEST_P(StoresTest, WhatIsQuicklyDoneDoesNotWaitBehindWhatIsLong) {
  for (const char* id : {"long", "quick"}) {
    Asset(id);
    ASSERT_TRUE(uploads_.Complete(id, 10).ok());
    clock_.Advance(1);
  }
  ASSERT_EQ(Claim(), "long");
  ASSERT_TRUE(jobs_.Advance("long", Stage::kEncode).ok());
  EXPECT_EQ(assets_.Get("long")->status, "queued");
  EXPECT_EQ(Claim(Lane::kSlow), "long");
  EXPECT_EQ(assets_.Get("long")->status, "processing");
  EXPECT_EQ(Claim(Lane::kSlow), "");
  EXPECT_EQ(Claim(Lane::kQuick), "quick");
  EXPECT_EQ(*jobs_.Count(), 2);
}

TEST_P(StoresTest, APublishedAssetIsReadyThroughAllThatIsAddedToIt) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_
                  .Publish("a1", {.duration = 3,
                                  .width = 1280,
                                  .height = 720,
                                  .hls = "master.m3u8",
                                  .key = "0123456789abcdef",
                                  .renditions = {{.height = 720, .bitrate = 2}}})
                  .ok());
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  EXPECT_TRUE(*uploads_.NeedsFile("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Progress("a1", 50).ok());
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  EXPECT_EQ(assets_.Get("a1")->progress, 50);
  ASSERT_TRUE(jobs_.SetThumbnails("a1", "thumbnails.vtt").ok());
  ASSERT_TRUE(jobs_.Retry("a1", 10).ok());
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  ASSERT_TRUE(jobs_.Advance("a1", Stage::kLadder).ok());
  EXPECT_EQ(Claim(Lane::kQuick), "");
  ASSERT_EQ(Claim(Lane::kSlow), "a1");
  ProcessedMedia made = *jobs_.Made("a1");
  EXPECT_EQ(made.key, "0123456789abcdef");
  EXPECT_EQ(made.height, 720);
  EXPECT_EQ(made.thumbnails, "thumbnails.vtt");
  EXPECT_EQ(made.renditions.size(), 1u);
  ASSERT_TRUE(jobs_.AddRenditions("a1", {{.height = 360, .bitrate = 1}}).ok());
  ASSERT_TRUE(jobs_.Finish("a1").ok());
  AssetRecord asset = *assets_.Get("a1");
  EXPECT_EQ(asset.status, "ready");
  EXPECT_EQ(asset.progress, 100);
  EXPECT_EQ(asset.renditions.size(), 2u);
  EXPECT_FALSE(*uploads_.NeedsFile("a1"));
  EXPECT_EQ(*jobs_.Count(), 0);
}

TEST_P(StoresTest, AReadyAssetStaysReadyWhenAddingToItIsGivenUp) {
  Asset("a1");
  ASSERT_TRUE(uploads_.Complete("a1", 10).ok());
  // The attempts of one stage do not count in the next.
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(Claim(), "a1");
    ASSERT_TRUE(jobs_.Retry("a1", 0).ok());
  }
  ASSERT_EQ(Claim(), "a1");
  ASSERT_TRUE(jobs_.Publish("a1", {.key = "0123456789abcdef"}).ok());
  for (int i = 0; i < JobStore::kMostAttempts; ++i) {
    ASSERT_EQ(Claim(), "a1") << i;
    ASSERT_TRUE(jobs_.Retry("a1", 0).ok());
  }
  EXPECT_EQ(Claim(), "");
  EXPECT_EQ(assets_.Get("a1")->status, "ready");
  EXPECT_EQ(*jobs_.Count(), 0);
}

TEST_P(StoresTest, ACourseOfFiveHundredPartsWorks) {
  std::vector<PartDraft> parts(500, PartDraft{.title = "part"});
  CourseRecord course = Course("long", parts);
  ASSERT_EQ(course.parts.size(), 500u);
  CourseChange change{.id = course.id};
  change.parts.emplace();
  for (auto part = course.parts.rbegin(); part != course.parts.rend(); ++part) {
    change.parts->push_back({.id = part->id, .title = part->title});
  }
  EXPECT_EQ(courses_.Update(kManager, change)->parts.front().id, course.parts.back().id);
}

TEST_P(StoresTest, WhatPeopleChangeIsToldToTheAuditTrail) {
  auto told = [&] {
    std::vector<auth::v1::AuditEvent> events;
    absl::StatusOr<std::vector<AuditOutbox::Waiting>> waiting_events = audit_.Read(100);
    for (const AuditOutbox::Waiting& waiting : *waiting_events) events.push_back(waiting.event);
    return events;
  };
  auto sentences = [&] {
    Strings said;
    for (const auth::v1::AuditEvent& event : told()) {
      said.push_back(event.actor().id() + " " + event.action() + " " + event.subject().name());
    }
    return said;
  };
  Asset("a1");
  CourseRecord course = Course("Sea", {{.id = "", .title = "one", .description = "", .asset_id = "a1"}});
  PartDraft kept{.id = course.parts.front().id, .title = "one", .description = "", .asset_id = "a1"};
  ASSERT_TRUE(
      courses_.Update(kManager, {.id = course.id, .title = "Ocean", .parts = std::vector{kept, PartDraft{}}}).ok());
  ASSERT_TRUE(courses_.SetImage(kManager, course.id, "images/a.webp").ok());
  ASSERT_TRUE(assets_.PutCaptions(kManager, "a1", {.lang = "ar", .label = "عربي", .path = "captions/ar.vtt"}).ok());
  ASSERT_TRUE(assets_.DeleteCaptions(kManager, "a1", "ar").ok());
  ASSERT_TRUE(uploads_.Terminate(kManager, "a1").ok());
  ASSERT_TRUE(courses_.Delete(kManager, course.id).ok());
  EXPECT_EQ(sentences(),
            (Strings{"m1 upload.created a1.mp4", "m1 course.created Sea", "m1 course.updated Ocean",
                     "m1 course.image_updated Ocean", "m1 captions.uploaded a1.mp4", "m1 captions.deleted a1.mp4",
                     "m1 upload.terminated a1.mp4", "m1 course.deleted Ocean"}));
  const auto updated = told()[2].details();
  EXPECT_EQ(updated.at("changed"), "title,parts");
  EXPECT_EQ(updated.at("titleBefore"), "Sea");
  EXPECT_EQ(updated.at("partsAdded"), "1");
  EXPECT_EQ(updated.at("partsRemoved"), "0");

  // Neither what is refused nor what the catalog does by itself.
  size_t count = told().size();
  EXPECT_FALSE(courses_.Delete(kManager, "nothing").ok());
  EXPECT_FALSE(uploads_.Terminate(kManager, "nothing").ok());
  Asset("a2");
  ASSERT_TRUE(uploads_.Delete("a2").ok());
  EXPECT_EQ(told().size(), count + 1);
}

INSTANTIATE_TEST_SUITE_P(Engines, StoresTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
