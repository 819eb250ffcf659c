// Feed and audit events of changes to the catalog, on every available engine.
#include "services/catalog/catalog_server.h"

#include "services/catalog/testing/feed_events.h"
#include "services/catalog/testing/server_fixture.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

using Strings = std::vector<std::string>;

class CatalogServerEventsTest : public CatalogEnginesTest {
 protected:
  Strings EventsAfter(int64_t position) {
    ChangeFeed feed(*database_, clock_);
    return FeedEventsAfter(feed, position);
  }
  int64_t Head() { return *ChangeFeed(*database_, clock_).Head(); }

  std::vector<auth::v1::AuditEvent> AuditEvents() {
    AuditOutbox outbox(*database_, clock_);
    std::vector<auth::v1::AuditEvent> events;
    const std::vector<AuditOutbox::Waiting> waiting = *outbox.Read(100);
    for (const AuditOutbox::Waiting& entry : waiting) events.push_back(entry.event);
    return events;
  }
  // Each event as `actor action subject`.
  Strings AuditLines() {
    Strings lines;
    for (const auth::v1::AuditEvent& event : AuditEvents()) {
      lines.push_back(event.actor().id() + " " + event.action() + " " + event.subject().name());
    }
    return lines;
  }

  absl::Status DeleteUpload(const std::string& id) {
    v1::DeleteUploadRequest request;
    request.set_upload_id(id);
    v1::DeleteUploadResponse response;
    return Call(*uploads_, &v1::Uploads::Stub::DeleteUpload, request, response);
  }
  // Renames the course and adds a part.
  absl::Status RenameAndAddPart(const v1::Course& course, const std::string& title) {
    v1::UpdateCourseRequest request;
    request.set_course_id(course.id());
    request.set_title(title);
    *request.mutable_parts()->mutable_parts() = course.parts();
    request.mutable_parts()->add_parts()->set_title("another");
    v1::UpdateCourseResponse response;
    return Call(*courses_, &v1::Courses::Stub::UpdateCourse, request, response);
  }
  absl::Status SetImage(const std::string& course_id) {
    v1::UpdateCourseImageRequest request;
    request.set_course_id(course_id);
    request.set_image(MakeMedia("-f lavfi -i color=red:size=64x64 -frames:v 1", "p.png"));
    v1::UpdateCourseImageResponse response;
    return Call(*courses_, &v1::Courses::Stub::UpdateCourseImage, request, response);
  }
  absl::Status PutAndDeleteCaptions(const std::string& asset_id) {
    v1::UploadCaptionsRequest upload;
    upload.set_asset_id(asset_id);
    upload.set_lang("ar");
    upload.set_file("WEBVTT\n\n00:01.000 --> 00:02.000\nمرحبا\n");
    v1::UploadCaptionsResponse uploaded;
    absl::Status status = Call(*assets_, &v1::Assets::Stub::UploadCaptions, upload, uploaded);
    if (!status.ok()) return status;
    v1::DeleteCaptionsRequest remove;
    remove.set_asset_id(asset_id);
    remove.set_lang("ar");
    v1::DeleteCaptionsResponse removed;
    return Call(*assets_, &v1::Assets::Stub::DeleteCaptions, remove, removed);
  }
};

TEST_P(CatalogServerEventsTest, TheFeedTellsOfChangesOfACourseAndOfItsVideos) {
  std::string video = MakeMedia(
      "-f lavfi -i testsrc2=size=160x90:rate=10:duration=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p", "in.mp4");
  v1::UploadState upload = CreateUpload(static_cast<int64_t>(video.size()));
  int64_t start = Head();
  v1::Course course = CreateCourse("Flight");
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id()});
  start = Head();
  ASSERT_OK(SetVideo(course.id(), upload.upload_id(), course));
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id()});
  start = Head();
  ASSERT_OK(Append(upload.upload_id(), 0, video, upload));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(EventsAfter(start), Strings({"changed:" + course.id(), "changed:" + course.id()}));
  start = Head();
  ASSERT_OK(DeleteForGood(course.id()));
  EXPECT_EQ(EventsAfter(start), Strings({"binned:" + course.id(), "removed:" + course.id()}));
}

TEST_P(CatalogServerEventsTest, SettingOnePartsVideoIsInTheFeedAndTheAuditTrailUnlessItIsRefused) {
  v1::Course course;
  ASSERT_OK(SetVideo(CreateCourse("Flight").id(), CreateUpload(10).upload_id(), course));
  v1::SetPartVideoRequest request;
  request.set_course_id(course.id());
  request.set_part_id(course.parts(0).id());
  request.set_asset_id(CreateUpload(10).upload_id());
  int64_t start = Head();
  const size_t audited = AuditLines().size();
  v1::SetPartVideoResponse response;
  ASSERT_OK(Call(*courses_, &v1::Courses::Stub::SetPartVideo, request, response));
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id()});
  ASSERT_EQ(AuditLines().size(), audited + 1);
  EXPECT_EQ(AuditLines().back(), "m1 course.updated Flight");
  const auto updated = AuditEvents().back().details();
  EXPECT_EQ(updated.at("changed"), "parts");
  EXPECT_EQ(updated.at("partsAdded"), "0");
  EXPECT_EQ(updated.at("partsRemoved"), "0");
  start = Head();
  request.set_part_id("nothing");
  EXPECT_THAT(Call(*courses_, &v1::Courses::Stub::SetPartVideo, request, response), HasReason("part_not_found"));
  EXPECT_EQ(EventsAfter(start), Strings{});
  EXPECT_EQ(AuditLines().size(), audited + 1);
}

TEST_P(CatalogServerEventsTest, TheAuditTrailIsToldWhatPeopleChange) {
  std::string asset = CreateUpload(10).upload_id();
  v1::Course course = CreateCourse("Sea");
  ASSERT_OK(SetVideo(course.id(), asset, course));
  ASSERT_OK(RenameAndAddPart(course, "Ocean"));
  ASSERT_OK(SetImage(course.id()));
  ASSERT_OK(PutAndDeleteCaptions(asset));
  ASSERT_OK(DeleteUpload(asset));
  ASSERT_OK(DeleteForGood(course.id()));
  EXPECT_EQ(AuditLines(),
            (Strings{"m1 upload.created video.mp4", "m1 course.created Sea", "m1 course.updated Sea",
                     "m1 course.updated Ocean", "m1 course.image_updated Ocean", "m1 captions.uploaded video.mp4",
                     "m1 captions.deleted video.mp4", "m1 upload.terminated video.mp4", "m1 course.deleted Ocean",
                     "m2 course.purged Ocean"}));
  const auto updated = AuditEvents()[3].details();
  EXPECT_EQ(updated.at("changed"), "title,parts");
  EXPECT_EQ(updated.at("titleBefore"), "Sea");
  EXPECT_EQ(updated.at("partsAdded"), "1");
  EXPECT_EQ(updated.at("partsRemoved"), "0");
}

TEST_P(CatalogServerEventsTest, TheAuditTrailIsNotToldWhatIsRefusedOrWhatTheCatalogDoesByItself) {
  EXPECT_THAT(MoveToBin("nothing"), HasReason("course_not_found"));
  EXPECT_THAT(DeleteUpload("nothing"), HasReason("upload_not_found"));
  EXPECT_EQ(AuditLines(), Strings{});
  std::string unfinished = CreateUpload(10).upload_id();
  clock_.Advance(absl::Hours(24));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_THAT(GetUpload(unfinished), HasReason("upload_not_found"));
  EXPECT_EQ(AuditLines(), Strings{"m1 upload.created video.mp4"});
}

INSTANTIATE_TEST_SUITE_P(Engines, CatalogServerEventsTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
