#include "services/catalog/courses/revisions/revisions.h"

#include <functional>
#include <thread>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/base/error_result.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::catalog {
namespace {

using Stub = v1::Courses::Stub;

// A course with two parts, through real stubs, on every available engine.
class RevisionsTest : public CatalogEnginesTest {
 protected:
  void SetUp() override {
    v1::UpdateCourseRequest request = Update(CreateCourse("Flight"));
    request.mutable_parts()->add_parts()->set_title("one");
    request.mutable_parts()->add_parts()->set_title("two");
    ASSERT_OK(Send(request));
  }

  // An update of `course` without changes.
  static v1::UpdateCourseRequest Update(const v1::Course& course) {
    v1::UpdateCourseRequest request;
    request.set_course_id(course.id());
    return request;
  }
  // With all parts as they are, revisions included.
  static v1::UpdateCourseRequest UpdateParts(const v1::Course& course) {
    v1::UpdateCourseRequest request = Update(course);
    *request.mutable_parts()->mutable_parts() = course.parts();
    return request;
  }
  absl::Status Send(const v1::UpdateCourseRequest& request) {
    v1::UpdateCourseResponse response;
    return Remember(Call(*courses_, &Stub::UpdateCourse, request, response), response);
  }
  absl::Status SendVideo(const std::string& asset_id, std::optional<int64_t> revision = std::nullopt) {
    v1::SetPartVideoRequest request;
    request.set_course_id(course_.id());
    request.set_part_id(course_.parts(0).id());
    request.set_asset_id(asset_id);
    if (revision.has_value()) request.set_revision(*revision);
    v1::SetPartVideoResponse response;
    return Remember(Call(*courses_, &Stub::SetPartVideo, request, response), response);
  }
  absl::Status SendImage(std::optional<int64_t> revision = std::nullopt) {
    v1::UpdateCourseImageRequest request;
    request.set_course_id(course_.id());
    request.set_image(MakeMedia("-f lavfi -i color=red:size=8x8 -frames:v 1", "red.png"));
    if (revision.has_value()) request.set_revision(*revision);
    v1::UpdateCourseImageResponse response;
    return Remember(Call(*courses_, &Stub::UpdateCourseImage, request, response), response);
  }

  v1::Course Now() {
    v1::GetCourseRequest request;
    request.set_course_id(course_.id());
    v1::GetCourseResponse response;
    EXPECT_OK(Call(*courses_, &Stub::GetCourse, request, response));
    return response.result();
  }
  // Refused with the course of now, which nothing has changed.
  void ExpectChangedMeanwhile(const absl::Status& status, const v1::Course& before) {
    EXPECT_THAT(status, HasReason("changed_meanwhile"));
    v1::Course result;
    ASSERT_TRUE(result.ParseFromString(ResultOf(status)));
    EXPECT_EQ(result.SerializeAsString(), before.SerializeAsString());
    EXPECT_EQ(Now().SerializeAsString(), before.SerializeAsString());
  }

  // As the last successful change answered it.
  v1::Course course_;

 private:
  template <typename Response>
  absl::Status Remember(absl::Status status, const Response& response) {
    if (status.ok()) course_ = response.result();
    return status;
  }
};

TEST_P(RevisionsTest, EveryChangeCountsOnce) {
  struct Change {
    const char* name;
    std::function<absl::Status()> make;
    // Whether it makes another one of the first part.
    bool of_part;
  };
  const std::string asset = CreateUpload(4).upload_id();
  const std::vector<Change> changes = {
      {"title",
       [&] {
         v1::UpdateCourseRequest request = Update(course_);
         request.set_title("Sea");
         return Send(request);
       },
       false},
      {"description",
       [&] {
         v1::UpdateCourseRequest request = Update(course_);
         request.set_description("Waves");
         return Send(request);
       },
       false},
      {"picture", [&] { return SendImage(); }, false},
      {"a part's title",
       [&] {
         v1::UpdateCourseRequest request = UpdateParts(course_);
         request.mutable_parts()->mutable_parts(0)->set_title("1");
         return Send(request);
       },
       true},
      {"a part's description",
       [&] {
         v1::UpdateCourseRequest request = UpdateParts(course_);
         request.mutable_parts()->mutable_parts(0)->set_description("first");
         return Send(request);
       },
       true},
      {"a part's video", [&] { return SendVideo(asset); }, true},
      {"a part's video taken away",
       [&] {
         v1::UpdateCourseRequest request = UpdateParts(course_);
         request.mutable_parts()->mutable_parts(0)->clear_video();
         return Send(request);
       },
       true},
      {"a part's video again", [&] { return SendVideo(asset); }, true},
      {"its upload given up",
       [&] {
         v1::DeleteUploadRequest request;
         request.set_upload_id(asset);
         v1::DeleteUploadResponse response;
         absl::Status status = Call(*uploads_, &v1::Uploads::Stub::DeleteUpload, request, response);
         course_ = Now();
         return status;
       },
       true},
      {"a new part at the end",
       [&] {
         v1::UpdateCourseRequest request = UpdateParts(course_);
         request.mutable_parts()->add_parts()->set_title("three");
         return Send(request);
       },
       false},
      {"order",
       [&] {
         v1::UpdateCourseRequest request = UpdateParts(course_);
         request.mutable_parts()->mutable_parts()->SwapElements(1, 2);
         return Send(request);
       },
       false},
  };
  for (const Change& change : changes) {
    SCOPED_TRACE(change.name);
    const v1::Course before = Now();
    ASSERT_OK(change.make());
    EXPECT_EQ(course_.revision(), before.revision() + 1);
    EXPECT_EQ(course_.parts(0).revision(), before.parts(0).revision() + (change.of_part ? 1 : 0));
    EXPECT_EQ(Now().SerializeAsString(), course_.SerializeAsString());
  }
  EXPECT_EQ(course_.parts(1).revision(), 1) << "it was only moved";
}

TEST_P(RevisionsTest, ACourseBeginsWithOne) {
  EXPECT_EQ(CreateCourse("Sea").revision(), 1);
  EXPECT_EQ(course_.parts(0).revision(), 1);
}

TEST_P(RevisionsTest, WhoeverHasNotSeenAChangeDoesNotOverwriteIt) {
  const v1::Course opened = course_;
  v1::UpdateCourseRequest first = Update(opened);
  first.set_title("First");
  first.set_revision(opened.revision());
  ASSERT_OK(Send(first));
  v1::UpdateCourseRequest second = Update(opened);
  second.set_title("Second");
  second.set_revision(opened.revision());
  ExpectChangedMeanwhile(Send(second), course_);
  ExpectChangedMeanwhile(SendImage(opened.revision()), course_);
  second.set_revision(course_.revision());
  ASSERT_OK(Send(second));
  EXPECT_EQ(Now().title(), "Second");
  ASSERT_OK(SendImage(course_.revision()));
}

TEST_P(RevisionsTest, WithoutARevisionTheLastOneWins) {
  v1::UpdateCourseRequest first = Update(course_);
  first.set_title("First");
  v1::UpdateCourseRequest second = Update(course_);
  second.set_title("Second");
  ASSERT_OK(Send(first));
  ASSERT_OK(Send(second));
  EXPECT_EQ(Now().title(), "Second");
}

TEST_P(RevisionsTest, APartIsGuardedByItsOwnRevision) {
  const v1::Course opened = course_;
  v1::UpdateCourseRequest first = UpdateParts(opened);
  first.mutable_parts()->mutable_parts(0)->set_title("first");
  ASSERT_OK(Send(first));
  // The title and the other part were changed by nobody else.
  v1::UpdateCourseRequest other = UpdateParts(opened);
  other.mutable_parts()->mutable_parts(0)->set_title("first");
  other.mutable_parts()->mutable_parts(1)->set_title("second");
  ASSERT_OK(Send(other)) << "the first part is sent as it is now";
  v1::UpdateCourseRequest stale = UpdateParts(opened);
  ExpectChangedMeanwhile(Send(stale), course_);
  for (v1::Part& part : *stale.mutable_parts()->mutable_parts()) part.set_revision(0);
  ASSERT_OK(Send(stale)) << "a part without a revision is not compared";
}

TEST_P(RevisionsTest, AVideoIsSetOnThePartThatWasSeen) {
  const std::string asset = CreateUpload(4).upload_id();
  const int64_t opened = course_.parts(0).revision();
  v1::UpdateCourseRequest title = Update(course_);
  title.set_title("The part is the same");
  ASSERT_OK(Send(title));
  ASSERT_OK(SendVideo(asset, opened));
  ExpectChangedMeanwhile(SendVideo(CreateUpload(4).upload_id(), opened), course_);
}

TEST_P(RevisionsTest, TheStateOfAVideoIsNoChange) {
  const v1::UploadState upload = CreateUpload(4);
  ASSERT_OK(SendVideo(upload.upload_id()));
  v1::UploadState state;
  ASSERT_OK(Append(upload.upload_id(), 0, "none", state));
  ASSERT_OK(catalog_->RunDueWork());
  v1::Course now = Now();
  EXPECT_EQ(now.parts(0).video().status(), "failed");
  EXPECT_EQ(now.revision(), course_.revision());
  EXPECT_EQ(now.parts(0).revision(), course_.parts(0).revision());
}

TEST_P(RevisionsTest, OfRacingManagersOneComesFirst) {
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    const v1::Course opened = Now();
    std::vector<absl::Status> answers(2);
    std::vector<std::thread> managers;
    for (int i = 0; i < 2; ++i) {
      managers.emplace_back([&, i] {
        v1::UpdateCourseRequest request = Update(opened);
        request.set_title("manager " + std::to_string(i));
        request.set_revision(opened.revision());
        v1::UpdateCourseResponse response;
        answers[i] = Call(*courses_, &Stub::UpdateCourse, request, response);
      });
    }
    for (std::thread& manager : managers) manager.join();
    int winner = answers[0].ok() ? 0 : 1;
    EXPECT_OK(answers[winner]);
    EXPECT_THAT(answers[1 - winner], HasReason("changed_meanwhile"));
    EXPECT_EQ(Now().title(), "manager " + std::to_string(winner));
    EXPECT_EQ(Now().revision(), opened.revision() + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, RevisionsTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
