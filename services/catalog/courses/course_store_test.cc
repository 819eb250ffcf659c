// The contract of the courses' store, on every available engine.
#include "services/catalog/courses/course_store.h"

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/courses/pictures/picture_blobs.h"
#include "services/catalog/processing/job_changes.h"
#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class CourseStoreTest : public StoresTest {
 protected:
  absl::StatusOr<CourseRecord> SetVideo(const CourseRecord& course, const std::string& part, const std::string& asset) {
    return Write([&](Transaction& tx) { return SetCoursePartVideo(tx.sql(), course, part, asset, clock_.Now()); });
  }
};

TEST_P(CourseStoreTest, ACreatedCourseIsReadBackWithItsPartsInOrder) {
  CourseRecord course = Course("Flight", {{.title = "one", .description = "first"}, {.title = "two"}});
  ASSERT_EQ(course.parts.size(), 2u);
  EXPECT_EQ(course.parts[0].title, "one");
  EXPECT_EQ(course.parts[0].description, "first");
  EXPECT_FALSE(course.parts[0].video.has_value());
  EXPECT_FALSE(course.image.has_value());
  EXPECT_EQ(course.created_at, clock_.Now());
  EXPECT_EQ(FindCourse(course.id).parts[1].id, course.parts[1].id);
}

TEST_P(CourseStoreTest, UpdatingKeepsAbsentFieldsAndPartIdsThroughReordering) {
  CourseRecord course = Course("Flight", {{.title = "one"}, {.title = "two"}, {.title = "three"}});
  clock_.Advance(absl::Milliseconds(10));
  CourseChange change;
  change.parts = {
      {.id = course.parts[2].id, .title = "three"}, {.title = "new"}, {.id = course.parts[0].id, .title = "first"}};
  auto updated = Update(course.id, change);
  ASSERT_OK(updated);
  EXPECT_EQ(updated->title, "Flight");
  EXPECT_EQ(updated->description, "about Flight");
  EXPECT_EQ(updated->updated_at, course.updated_at + 10);
  ASSERT_EQ(updated->parts.size(), 3u);
  EXPECT_EQ(updated->parts[0].id, course.parts[2].id);
  EXPECT_EQ(updated->parts[1].title, "new");
  EXPECT_EQ(updated->parts[2].id, course.parts[0].id);
  EXPECT_EQ(updated->parts[2].title, "first");

  auto renamed = Update(course.id, {.title = "Sea"});
  EXPECT_EQ(renamed->title, "Sea");
  EXPECT_EQ(renamed->parts.size(), 3u);
}

TEST_P(CourseStoreTest, AForeignOrRepeatedPartIdIsRefusedAndChangesNothing) {
  CourseRecord course = Course("Flight", {{.title = "one"}});
  CourseRecord other = Course("Sea", {{.title = "theirs"}});
  CourseChange change{.title = "changed"};
  change.parts = std::vector<PartDraft>{{.id = other.parts[0].id, .title = "stolen"}};
  EXPECT_EQ(DetailOf(Update(course.id, change).status()).fields.at(0).field, "parts[0]._id");
  change.parts =
      std::vector<PartDraft>{{.id = course.parts[0].id, .title = "a"}, {.id = course.parts[0].id, .title = "b"}};
  EXPECT_EQ(DetailOf(Update(course.id, change).status()).fields.at(0).field, "parts[1]._id");
  EXPECT_EQ(FindCourse(course.id).title, "Flight");
  EXPECT_EQ(FindCourse(other.id).parts.size(), 1u);
}

TEST_P(CourseStoreTest, AnUnknownAssetIsNamed) {
  CourseRecord course = Course("Flight");
  CourseChange change;
  change.parts = std::vector<PartDraft>{{.title = "one", .asset_id = "missing"}};
  absl::Status status = Update(course.id, change).status();
  EXPECT_THAT(status, HasReason("asset_not_found"));
  EXPECT_NE(MessageOf(status).find("missing"), std::string_view::npos);
}

TEST_P(CourseStoreTest, SettingAPartsVideoChangesNothingElse) {
  for (const char* id : {"first", "second", "third"}) Asset(id);
  CourseRecord course = Course(
      "Flight", {{.title = "one", .description = "about one", .asset_id = "first"}, {.title = "two"}, {.title = "x"}});
  clock_.Advance(absl::Milliseconds(10));
  ASSERT_OK(SetVideo(course, course.parts[1].id, "second"));
  // `course` is older than that change, as it is for a manager who read it before.
  absl::StatusOr<CourseRecord> set = SetVideo(course, course.parts[2].id, "third");
  ASSERT_OK(set);
  EXPECT_EQ(set->title, "Flight");
  EXPECT_EQ(set->description, course.description);
  EXPECT_EQ(set->updated_at, course.updated_at + 10);
  ASSERT_EQ(set->parts.size(), 3u);
  const std::vector<std::string> assets = {"first", "second", "third"};
  for (size_t i = 0; i < assets.size(); ++i) {
    EXPECT_EQ(set->parts[i].id, course.parts[i].id);
    EXPECT_EQ(set->parts[i].title, course.parts[i].title);
    EXPECT_EQ(set->parts[i].description, course.parts[i].description);
    ASSERT_TRUE(set->parts[i].video.has_value()) << i;
    EXPECT_EQ(set->parts[i].video->asset_id, assets[i]);
  }
}

TEST_P(CourseStoreTest, AReplacedVideoIsUnusedAndItsSuccessorUsed) {
  ReadyAsset("old");
  ReadyAsset("new");
  CourseRecord course = Course("Flight", {{.title = "one", .asset_id = "old"}});
  ASSERT_OK(SetVideo(course, course.parts[0].id, "new"));
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_EQ(Read([&](soci::session& sql) { return ListUnusedAssets(sql, clock_.Now()); }), Strings{"old"});
}

TEST_P(CourseStoreTest, AVideoIsSetOnlyForAPartOfTheCourseAndOnlyIfItExists) {
  Asset("a1");
  CourseRecord course = Course("Flight", {{.title = "one", .asset_id = "a1"}});
  CourseRecord other = Course("Sea", {{.title = "theirs"}});
  EXPECT_THAT(SetVideo(course, other.parts[0].id, "a1").status(), HasReason("part_not_found"));
  EXPECT_THAT(SetVideo(course, "nothing", "a1").status(), HasReason("part_not_found"));
  EXPECT_THAT(SetVideo(course, course.parts[0].id, "missing").status(), HasReason("asset_not_found"));
  EXPECT_FALSE(FindCourse(other.id).parts[0].video.has_value());
  EXPECT_EQ(FindCourse(course.id).parts[0].video->asset_id, "a1");
}

TEST_P(CourseStoreTest, AnUnknownCourseIsNotFound) {
  EXPECT_FALSE(Read([](soci::session& sql) { return catalog::FindCourse(sql, "nothing"); }).has_value());
}

TEST_P(CourseStoreTest, ACourseShowsItsVideosState) {
  Asset("a1");
  CourseRecord course = Course("Flight", {{.title = "one", .asset_id = "a1"}});
  EXPECT_EQ(course.parts[0].video->status, "uploading");
  ASSERT_OK(Complete("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Write([&](Transaction& tx) { return RecordJobProgress(tx, Held(tx, "a1"), 40, clock_.Now()); }));
  CourseRecord seen = FindCourse(course.id);
  EXPECT_EQ(seen.parts[0].video->status, "processing");
  EXPECT_EQ(seen.parts[0].video->progress, 40);
  ASSERT_OK(Fail("a1", "The file is not a video"));
  seen = FindCourse(course.id);
  EXPECT_EQ(seen.parts[0].video->status, "failed");
  EXPECT_EQ(seen.parts[0].video->error, "The file is not a video");
}

TEST_P(CourseStoreTest, CoursesAreReadInTheOrderAskedWhateverTheirNumber) {
  Strings ids;
  for (int i = 0; i < 3; ++i) ids.push_back(Course("c", {{.title = "p"}}).id);
  Strings asked = {ids[2], "unknown", ids[0]};
  for (int i = 0; i < 1200; ++i) asked.push_back("none" + std::to_string(i));
  asked.push_back(ids[1]);
  std::vector<CourseRecord> courses = Read([&](soci::session& sql) { return FindCourses(sql, asked); });
  ASSERT_EQ(courses.size(), 3u);
  EXPECT_EQ(courses[0].id, ids[2]);
  EXPECT_EQ(courses[1].id, ids[0]);
  EXPECT_EQ(courses[2].id, ids[1]);
  EXPECT_EQ(courses[2].parts.size(), 1u);
}

TEST_P(CourseStoreTest, DeletingACourseDeletesOnlyTheMediaThatNothingElseUses) {
  ReadyAsset("own");
  ReadyAsset("shared");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "own"}, {.title = "2", .asset_id = "shared"}});
  Course("b", {{.title = "1", .asset_id = "shared"}});
  EXPECT_EQ(DeleteCourse(course.id), Strings{"own"});
  EXPECT_FALSE(FindAsset("own").has_value());
  EXPECT_TRUE(FindAsset("shared").has_value());
  EXPECT_EQ(DueBlobRemovals(), Strings{"media/own"});
}

TEST_P(CourseStoreTest, AReservedPictureIsRemovedUnlessACourseTakesIt) {
  auto reserve = [&](const std::string& image) {
    ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
      ReservePicture(tx.sql(), image, clock_.Now());
      return absl::OkStatus();
    }));
  };
  reserve("images/lost.webp");
  reserve("images/first.webp");
  NewCourse course{.title = "a", .description = "", .parts = {}, .image = "images/first.webp"};
  auto created = Write([&](Transaction& tx) { return InsertCourse(tx.sql(), course, clock_.Now()); });
  EXPECT_EQ(created->image, "images/first.webp");
  EXPECT_EQ(DueBlobRemovals(), Strings{});
  reserve("images/second.webp");
  auto changed = Write([&](Transaction& tx) -> absl::StatusOr<CourseRecord> {
    return SetCourseImage(tx.sql(), *created, "images/second.webp", clock_.Now());
  });
  EXPECT_EQ(changed->image, "images/second.webp");
  EXPECT_EQ(DueBlobRemovals(),
            Strings({"images/first-640.jpg", "images/first-640.webp", "images/first.jpg", "images/first.webp"}));
  clock_.Advance(absl::Hours(2));
  EXPECT_EQ(DueBlobRemovals().size(), 8u);
}

TEST_P(CourseStoreTest, ACourseOfFiveHundredPartsWorks) {
  std::vector<PartDraft> parts(500, PartDraft{.title = "part"});
  CourseRecord course = Course("long", parts);
  ASSERT_EQ(course.parts.size(), 500u);
  CourseChange change;
  change.parts.emplace();
  for (auto part = course.parts.rbegin(); part != course.parts.rend(); ++part) {
    change.parts->push_back({.id = part->id, .title = part->title});
  }
  EXPECT_EQ(Update(course.id, change)->parts.front().id, course.parts.back().id);
}

INSTANTIATE_TEST_SUITE_P(Engines, CourseStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
