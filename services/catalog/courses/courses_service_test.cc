// Courses, pictures and the feed, through real stubs.
#include <algorithm>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/folder_blobs.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

using Stub = v1::Courses::Stub;

class CoursesServiceTest : public CatalogServerTest {
 protected:
  absl::Status CreateWithImage(const std::string& image, v1::Course& course) {
    v1::CreateCourseRequest request;
    request.set_title("with image");
    request.set_image(image);
    v1::CreateCourseResponse response;
    absl::Status status = Call(*courses_, &Stub::CreateCourse, request, response);
    course = response.result();
    return status;
  }

  absl::Status SetPartVideo(const std::string& course, const std::string& part, const std::string& asset,
                            v1::SetPartVideoResponse& response) {
    v1::SetPartVideoRequest request;
    request.set_course_id(course);
    request.set_part_id(part);
    request.set_asset_id(asset);
    return Call(*courses_, &Stub::SetPartVideo, request, response);
  }

  // Returns the file of a course's image path, and the files beside it.
  std::filesystem::path ImageFile(const v1::Course& course) { return options_.blobs / course.image().substr(1); }
  std::vector<std::filesystem::path> ImageFiles(const v1::Course& course) {
    std::string stem = course.image().substr(1, course.image().size() - 1 - std::string(".webp").size());
    std::vector<std::filesystem::path> files;
    for (const char* ending : {".webp", "-640.webp", ".jpg", "-640.jpg"})
      files.push_back(options_.blobs / (stem + ending));
    return files;
  }
  const Caller support_{.kind = CallerKind::kManager, .id = "m2", .session_id = "s3", .role = Role::kSupport};
  // `codec,width,height`.
  std::string Probe(const std::filesystem::path& file) {
    return Shell("ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 " + file.string());
  }
};

TEST_F(CoursesServiceTest, ManagersCallsAreRefusedToEverybodyElse) {
  v1::ListCoursesRequest request;
  v1::ListCoursesResponse response;
  EXPECT_TRUE(absl::IsPermissionDenied(CallAs(learner_, *courses_, &Stub::ListCourses, request, response)));
  EXPECT_TRUE(absl::IsUnauthenticated(CallAs(Caller{}, *courses_, &Stub::ListCourses, request, response)));
  v1::BatchGetCoursesRequest batch;
  v1::BatchGetCoursesResponse courses;
  EXPECT_TRUE(absl::IsPermissionDenied(CallAs(manager_, *courses_, &Stub::BatchGetCourses, batch, courses)));
  v1::GetMediaKeyRequest key_request;
  v1::GetMediaKeyResponse key;
  EXPECT_TRUE(
      absl::IsPermissionDenied(CallAs(manager_, *playback_, &v1::Playback::Stub::GetMediaKey, key_request, key)));
}

TEST_F(CoursesServiceTest, ACourseCarriesItsIdTwiceAndANullImage) {
  v1::Course course = CreateCourse("Flight");
  EXPECT_EQ(course.id(), course.id_copy());
  EXPECT_EQ(course.id().size(), 36u);
  EXPECT_FALSE(course.has_image());
  EXPECT_EQ(course.created_at(), "2027-01-15T08:00:00.000Z");
}

TEST_F(CoursesServiceTest, ACourseIsReadAloneAsInTheList) {
  v1::Course course = CreateCourse("Flight");
  CreateCourse("Sea");
  v1::Course with_video;
  ASSERT_OK(SetVideo(course.id(), CreateUpload(4).upload_id(), with_video));
  v1::GetCourseRequest request;
  request.set_course_id(course.id());
  v1::GetCourseResponse one;
  ASSERT_OK(CallAs(support_, *courses_, &Stub::GetCourse, request, one));
  v1::ListCoursesResponse all;
  ASSERT_OK(Call(*courses_, &Stub::ListCourses, v1::ListCoursesRequest(), all));
  auto listed = std::find_if(all.result().begin(), all.result().end(),
                             [&](const v1::Course& each) { return each.id() == course.id(); });
  ASSERT_NE(listed, all.result().end());
  EXPECT_EQ(one.result().SerializeAsString(), listed->SerializeAsString());
  request.set_course_id("nothing");
  EXPECT_THAT(Call(*courses_, &Stub::GetCourse, request, one), HasReason("course_not_found"));
  EXPECT_TRUE(absl::IsPermissionDenied(CallAs(learner_, *courses_, &Stub::GetCourse, request, one)));
}

TEST_F(CoursesServiceTest, SettingOnePartsVideoKeepsTheOthers) {
  v1::Course course = CreateCourse("Flight");
  v1::UpdateCourseRequest update;
  update.set_course_id(course.id());
  update.mutable_parts()->add_parts()->set_title("one");
  update.mutable_parts()->add_parts()->set_title("two");
  v1::UpdateCourseResponse updated;
  ASSERT_OK(Call(*courses_, &Stub::UpdateCourse, update, updated));
  std::vector<std::string> videos;
  v1::SetPartVideoResponse set;
  for (const v1::Part& part : updated.result().parts()) {
    videos.push_back(CreateUpload(4).upload_id());
    ASSERT_OK(SetPartVideo(course.id(), part.id(), videos.back(), set));
  }
  ASSERT_EQ(set.result().parts_size(), 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(set.result().parts(i).title(), updated.result().parts(i).title());
    EXPECT_EQ(set.result().parts(i).video().asset_id(), videos[i]);
  }
}

TEST_F(CoursesServiceTest, APartsVideoIsRefusedForWhatIsUnknownOrMissing) {
  v1::Course course;
  ASSERT_OK(SetVideo(CreateCourse("Flight").id(), CreateUpload(4).upload_id(), course));
  const std::string part = course.parts(0).id();
  const std::string asset = course.parts(0).video().asset_id();
  v1::SetPartVideoResponse set;
  EXPECT_THAT(SetPartVideo("nothing", part, asset, set), HasReason("course_not_found"));
  EXPECT_THAT(SetPartVideo(course.id(), "nothing", asset, set), HasReason("part_not_found"));
  EXPECT_THAT(SetPartVideo(course.id(), part, "nothing", set), HasReason("asset_not_found"));
  ErrorDetail empty = DetailOf(SetPartVideo("", "", "", set));
  EXPECT_EQ(empty.reason, "validation_failed");
  ASSERT_EQ(empty.fields.size(), 3u);
  EXPECT_EQ(empty.fields[0].field, "courseId");
  EXPECT_EQ(empty.fields[1].field, "partId");
  EXPECT_EQ(empty.fields[2].field, "assetId");
}

TEST_F(CoursesServiceTest, ValidationNamesEveryWrongField) {
  v1::CreateCourseRequest request;
  request.set_description(std::string(20'001, 'x'));
  request.add_parts()->set_title("ok");
  request.add_parts();
  v1::CreateCourseResponse response;
  absl::Status status = Call(*courses_, &Stub::CreateCourse, request, response);
  ErrorDetail detail = DetailOf(status);
  EXPECT_EQ(detail.reason, "validation_failed");
  ASSERT_EQ(detail.fields.size(), 3u);
  EXPECT_EQ(detail.fields[0].field, "title");
  EXPECT_EQ(detail.fields[1].field, "description");
  EXPECT_EQ(detail.fields[2].field, "parts[1].title");
  // Characters are counted, not bytes.
  v1::CreateCourseRequest arabic;
  for (int i = 0; i < 200; ++i) *arabic.mutable_title() += "م";
  EXPECT_OK(Call(*courses_, &Stub::CreateCourse, arabic, response));
  *arabic.mutable_title() += "م";
  EXPECT_EQ(DetailOf(Call(*courses_, &Stub::CreateCourse, arabic, response)).fields.at(0).code, "too_long");
}

TEST_F(CoursesServiceTest, AnUnknownCourseIsNotFound) {
  v1::UpdateCourseRequest update;
  update.set_course_id("nothing");
  v1::UpdateCourseResponse updated;
  EXPECT_THAT(Call(*courses_, &Stub::UpdateCourse, update, updated), HasReason("course_not_found"));
  v1::UpdateCourseImageRequest image;
  image.set_course_id("nothing");
  image.set_image("picture");
  v1::UpdateCourseImageResponse changed;
  EXPECT_THAT(Call(*courses_, &Stub::UpdateCourseImage, image, changed), HasReason("course_not_found"));
  v1::DeleteCourseRequest remove;
  remove.set_course_id("nothing");
  v1::DeleteCourseResponse removed;
  EXPECT_THAT(Call(*courses_, &Stub::DeleteCourse, remove, removed), HasReason("course_not_found"));
}

TEST_F(CoursesServiceTest, AListIsWholeOrPagedByWhatIsAsked) {
  for (int i = 0; i < 3; ++i) {
    clock_.Advance(absl::Milliseconds(1));
    CreateCourse("c" + std::to_string(i));
  }
  v1::ListCoursesRequest request;
  v1::ListCoursesResponse response;
  ASSERT_OK(Call(*courses_, &Stub::ListCourses, request, response));
  ASSERT_EQ(response.result_size(), 3);
  EXPECT_EQ(response.result(0).title(), "c2");
  EXPECT_FALSE(response.has_total());
  request.set_limit(2);
  request.set_sort("title");
  response.Clear();
  ASSERT_OK(Call(*courses_, &Stub::ListCourses, request, response));
  EXPECT_EQ(response.result_size(), 2);
  EXPECT_EQ(response.total(), 3);
  request.set_cursor(response.next_cursor());
  response.Clear();
  ASSERT_OK(Call(*courses_, &Stub::ListCourses, request, response));
  ASSERT_EQ(response.result_size(), 1);
  EXPECT_EQ(response.result(0).title(), "c2");
  EXPECT_FALSE(response.has_next_cursor());
  request.set_sort("price");
  EXPECT_EQ(DetailOf(Call(*courses_, &Stub::ListCourses, request, response)).fields.at(0).field, "sort");
}

TEST_F(CoursesServiceTest, EveryKindOfPictureBecomesWebpAndJpegInTwoWidthsWithoutMetadata) {
  for (const std::string name : {"p.jpg", "p.png", "p.webp", "p.avif"}) {
    std::string speed = name == "p.avif" ? " -cpu-used 8" : "";
    v1::Course course;
    absl::Status status = CreateWithImage(
        MakeMedia(
            std::string(
                "-f lavfi -i testsrc2=size=1440x810:duration=1:rate=1 -frames:v 1 -metadata comment=hidden-secret") +
                speed,
            name),
        course);
    ASSERT_OK(status) << name << MessageOf(status);
    ASSERT_TRUE(course.image().starts_with("/images/")) << name;
    EXPECT_EQ(ReadFile(ImageFile(course)).substr(8, 4), "WEBP") << name;
    const std::vector<std::string> measures = {"webp,1280,720\n", "webp,640,360\n", "mjpeg,1280,720\n",
                                               "mjpeg,640,360\n"};
    std::vector<std::filesystem::path> files = ImageFiles(course);
    for (size_t i = 0; i < files.size(); ++i) {
      EXPECT_EQ(Probe(files[i]), measures[i]) << name;
      std::string content = ReadFile(files[i]);
      EXPECT_EQ(content.find("hidden-secret"), content.npos) << files[i];
    }
  }
}

TEST_F(CoursesServiceTest, APictureThatLiesOnItsSideIsTurnedUpright) {
  // Phones store the picture as the sensor saw it, with the rotation in its EXIF data: 6 is a quarter turn.
  std::string jpeg = MakeMedia("-f lavfi -i testsrc2=size=160x90:duration=1:rate=1 -frames:v 1", "p.jpg");
  const std::string exif(
      "\xff\xe1\x00\x22"
      "Exif\0\0"
      "MM\0\x2a\0\0\0\x08"
      "\0\x01"
      "\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
      "\0\0\0\0",
      36);
  v1::Course course;
  absl::Status status = CreateWithImage(jpeg.substr(0, 2) + exif + jpeg.substr(2), course);
  ASSERT_OK(status);
  EXPECT_EQ(Probe(ImageFile(course)), "webp,90,160\n");
}

TEST_F(CoursesServiceTest, WhatIsTransparentIsWhiteInTheJpeg) {
  v1::Course course;
  absl::Status status =
      CreateWithImage(MakeMedia("-f lavfi -i color=red@0.0:size=64x64,format=rgba -frames:v 1", "p.png"), course);
  ASSERT_OK(status);
  Shell("ffmpeg -v error -y -i " + ImageFiles(course)[2].string() + " -f rawvideo -pix_fmt rgb24 white.rgb");
  EXPECT_EQ(ReadFile(folder_ / "work" / "white.rgb"), std::string(size_t{64} * 64 * 3, '\xff'));
}

TEST_F(CoursesServiceTest, WhatIsNoPictureIsRefusedAndLeavesNothing) {
  v1::Course course;
  const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"></svg>";
  const std::string cut_jpeg = "\xff\xd8\xff" + std::string(100, 'x');
  const std::string gif = MakeMedia("-f lavfi -i testsrc2=size=64x64:duration=1:rate=1 -frames:v 1", "p.gif");
  for (const std::string& content : {svg, cut_jpeg, gif, std::string("short")}) {
    EXPECT_THAT(CreateWithImage(content, course), HasReason("image_invalid"));
  }
  EXPECT_THAT(CreateWithImage(std::string(5 * 1024 * 1024 + 1, 'x'), course), HasReason("image_too_large"));
  const std::string huge = MakeMedia("-f lavfi -i color=size=8000x7000:duration=1:rate=1 -frames:v 1", "huge.png");
  EXPECT_THAT(CreateWithImage(huge, course), HasReason("image_too_large"));
  EXPECT_FALSE(std::filesystem::exists(options_.blobs / "images"));
  EXPECT_TRUE(std::filesystem::is_empty(options_.folder / "pictures"));
}

TEST_F(CoursesServiceTest, AReplacedPictureIsRemovedAndThatOfACourseDeletedForGood) {
  std::string picture = MakeMedia("-f lavfi -i testsrc2=size=64x64:duration=1:rate=1 -frames:v 1", "p.png");
  v1::Course course;
  ASSERT_OK(CreateWithImage(picture, course));
  v1::UpdateCourseImageRequest request;
  request.set_course_id(course.id());
  request.set_file(picture);
  v1::UpdateCourseImageResponse response;
  ASSERT_OK(Call(*courses_, &Stub::UpdateCourseImage, request, response));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(std::filesystem::exists(ImageFile(course)));
  EXPECT_TRUE(std::filesystem::exists(ImageFile(response.result())));
  ASSERT_OK(DeleteForGood(course.id()));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(std::filesystem::exists(ImageFile(response.result())));
  EXPECT_THAT(MoveToBin(course.id()), HasReason("course_not_found"));
  EXPECT_THAT(Call(*courses_, &Stub::UpdateCourseImage, request, response), HasReason("course_not_found"));
}

TEST_F(CoursesServiceTest, VisitorsSeeTheCoursesWithoutTheirParts) {
  v1::Course course = CreateCourse("Flight");
  v1::UpdateCourseRequest update;
  update.set_course_id(course.id());
  update.mutable_parts()->add_parts()->set_title("one");
  update.mutable_parts()->add_parts()->set_title("two");
  v1::UpdateCourseResponse updated;
  ASSERT_OK(Call(*courses_, &Stub::UpdateCourse, update, updated));
  v1::ListPublicCoursesRequest request;
  v1::ListPublicCoursesResponse response;
  ASSERT_OK(CallAs(Caller{}, *courses_, &Stub::ListPublicCourses, request, response));
  ASSERT_EQ(response.result_size(), 1);
  EXPECT_EQ(response.result(0).parts_count(), 2);
}

TEST_F(CoursesServiceTest, ServicesGetCoursesInTheOrderAskedOrAll) {
  v1::Course first = CreateCourse("first");
  clock_.Advance(absl::Milliseconds(1));
  v1::Course second = CreateCourse("second");
  v1::BatchGetCoursesRequest request;
  request.add_ids(second.id());
  request.add_ids("none");
  request.add_ids(first.id());
  v1::BatchGetCoursesResponse response;
  ASSERT_OK(CallAs(enrollment_, *courses_, &Stub::BatchGetCourses, request, response));
  ASSERT_EQ(response.courses_size(), 2);
  EXPECT_EQ(response.courses(0).title(), "second");
  request.Clear();
  request.set_all(true);
  response.Clear();
  ASSERT_OK(CallAs(enrollment_, *courses_, &Stub::BatchGetCourses, request, response));
  EXPECT_EQ(response.courses_size(), 2);
}

TEST_F(CoursesServiceTest, ServicesGetAllCoursesInPagesThatAreNeverLarge) {
  for (int i = 0; i < 5; ++i) {
    v1::Course course = CreateCourse("course " + std::to_string(i));
    clock_.Advance(absl::Milliseconds(1));
    v1::UpdateCourseRequest update;
    update.set_course_id(course.id());
    for (int part = 0; part < 30; ++part) {
      auto& input = *update.mutable_parts()->add_parts();
      input.set_title("part");
      input.set_description(std::string(20'000, 'd'));
    }
    v1::UpdateCourseResponse updated;
    ASSERT_OK(Call(*courses_, &Stub::UpdateCourse, update, updated));
  }
  for (const char* sort : {"", "title", "-updatedAt"}) {
    v1::BatchGetCoursesRequest request;
    request.set_all(true);
    request.set_sort(sort);
    v1::BatchGetCoursesResponse whole;
    ASSERT_OK(CallAs(enrollment_, *courses_, &Stub::BatchGetCourses, request, whole));
    EXPECT_FALSE(whole.has_next_cursor());
    ASSERT_EQ(whole.courses_size(), 5);
    request.set_limit(4);
    std::vector<std::string> ids;
    std::vector<int> sizes;
    while (true) {
      v1::BatchGetCoursesResponse page;
      ASSERT_OK(CallAs(enrollment_, *courses_, &Stub::BatchGetCourses, request, page));
      for (const v1::Course& course : page.courses()) ids.push_back(course.id());
      sizes.push_back(page.courses_size());
      if (!page.has_next_cursor()) break;
      request.set_cursor(page.next_cursor());
    }
    EXPECT_EQ(sizes, (std::vector<int>{2, 2, 1})) << "of 600 KB each";
    for (int i = 0; i < 5; ++i) EXPECT_EQ(ids[static_cast<size_t>(i)], whole.courses(i).id());
  }
  v1::BatchGetCoursesRequest request;
  request.set_all(true);
  request.set_limit(0);
  v1::BatchGetCoursesResponse response;
  EXPECT_THAT(CallAs(enrollment_, *courses_, &Stub::BatchGetCourses, request, response),
              HasReason("validation_failed"));
}

TEST_F(CoursesServiceTest, TheFeedStreamsChangesFromAPositionOverARestart) {
  grpc::ClientContext context;
  PrepareStreamContext(context, {credential_, enrollment_});
  v1::WatchRequest request;
  request.mutable_after()->set_position(0);
  auto reader = feed_->Watch(&context, request);
  v1::Event event;
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_EQ(event.event_case(), v1::Event::EVENT_NOT_SET);
  v1::Course course = CreateCourse("Flight");
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_EQ(event.course_changed().course_id(), course.id());
  context.TryCancel();
  while (reader->Read(&event)) {
  }
  reader->Finish();

  v1::DeleteCourseRequest remove;
  remove.set_course_id(course.id());
  v1::DeleteCourseResponse removed;
  ASSERT_OK(Call(*courses_, &Stub::DeleteCourse, remove, removed));
  Restart();
  grpc::ClientContext again;
  PrepareStreamContext(again, {credential_, enrollment_});
  request.mutable_after()->set_position(1);
  reader = feed_->Watch(&again, request);
  ASSERT_TRUE(reader->Read(&event));
  ASSERT_TRUE(reader->Read(&event));
  EXPECT_EQ(event.course_binned().course_id(), course.id());
  again.TryCancel();
  while (reader->Read(&event)) {
  }
  reader->Finish();
}

}  // namespace
}  // namespace academy::catalog
