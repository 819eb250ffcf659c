// The contract of the courses' store, on every engine at hand.
#include <set>

#include "services/catalog/testing/stores_fixture.h"

namespace academy::catalog {
namespace {

class CourseStoreTest : public StoresTest {};

TEST_P(CourseStoreTest, ACreatedCourseIsReadBackWithItsPartsInOrder) {
  CourseRecord course = Course("Flight", {{.title = "one", .description = "first"}, {.title = "two"}});
  ASSERT_EQ(course.parts.size(), 2u);
  EXPECT_EQ(course.parts[0].title, "one");
  EXPECT_EQ(course.parts[0].description, "first");
  EXPECT_FALSE(course.parts[0].video.has_value());
  EXPECT_FALSE(course.image.has_value());
  EXPECT_EQ(course.created_at, clock_.Now());
  EXPECT_EQ(courses_.Get({course.id})->front().parts[1].id, course.parts[1].id);
}

TEST_P(CourseStoreTest, UpdatingKeepsAbsentFieldsAndPartIdsThroughReordering) {
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

TEST_P(CourseStoreTest, AForeignOrRepeatedPartIdIsRefusedAndChangesNothing) {
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

TEST_P(CourseStoreTest, AnUnknownAssetIsNamedAndAnUnknownCourseIsNotFound) {
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

TEST_P(CourseStoreTest, ACourseShowsItsVideosState) {
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

TEST_P(CourseStoreTest, TheFeedTellsOfChangesOfACourseAndOfItsVideos) {
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

TEST_P(CourseStoreTest, ListsPageThroughEverySortWithoutLossOrRepetition) {
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

TEST_P(CourseStoreTest, SearchFoldsArabicLettersAndCaseAndTakesWildcardsLiterally) {
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

TEST_P(CourseStoreTest, CoursesAreReadInTheOrderAskedWhateverTheirNumber) {
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

TEST_P(CourseStoreTest, DeletingACourseDeletesOnlyTheMediaThatNothingElseUses) {
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

TEST_P(CourseStoreTest, AReservedPictureIsRemovedUnlessACourseTakesIt) {
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

TEST_P(CourseStoreTest, ACourseOfFiveHundredPartsWorks) {
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

TEST_P(CourseStoreTest, WhatPeopleChangeIsToldToTheAuditTrail) {
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

INSTANTIATE_TEST_SUITE_P(Engines, CourseStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
