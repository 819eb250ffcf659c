// The bin of courses, through real stubs.
#include <algorithm>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

using Stub = v1::CourseBin::Stub;
constexpr absl::Duration kDay = absl::Hours(24);

class CourseBinTest : public CatalogEnginesTest {
 protected:
  absl::Status Restore(const std::string& id) {
    v1::RestoreCourseRequest request;
    request.set_course_id(id);
    v1::RestoreCourseResponse response;
    return Call(*bin_, &Stub::RestoreCourse, request, response);
  }
  absl::Status Purge(const std::string& id, const Caller& caller) {
    v1::PurgeCourseRequest request;
    request.set_course_id(id);
    v1::PurgeCourseResponse response;
    return CallAs(caller, *bin_, &Stub::PurgeCourse, request, response);
  }
  v1::ListBinnedCoursesResponse Bin(int limit = 100, const v1::BinnedCourse& after = {}) {
    v1::ListBinnedCoursesRequest request;
    request.set_limit(limit);
    request.set_before_ms(after.deleted_at_ms());
    request.set_before_id(after.course_id());
    v1::ListBinnedCoursesResponse response;
    EXPECT_OK(Call(*bin_, &Stub::ListBinnedCourses, request, response));
    return response;
  }
  // Whether everybody who may see the course does.
  bool Shown(const std::string& id) {
    v1::GetCourseRequest get;
    get.set_course_id(id);
    v1::GetCourseResponse got;
    bool found = Call(*courses_, &v1::Courses::Stub::GetCourse, get, got).ok();
    for (const char* search : {"", "Flight"}) {
      v1::ListCoursesRequest list;
      list.set_limit(10);
      list.set_search(search);
      v1::ListCoursesResponse listed;
      EXPECT_OK(Call(*courses_, &v1::Courses::Stub::ListCourses, list, listed));
      EXPECT_EQ(listed.total(), found ? 1 : 0);
      EXPECT_EQ(listed.result_size(), found ? 1 : 0);
    }
    v1::ListCoursesResponse all;
    EXPECT_OK(Call(*courses_, &v1::Courses::Stub::ListCourses, v1::ListCoursesRequest(), all));
    EXPECT_EQ(all.result_size(), found ? 1 : 0);
    v1::ListPublicCoursesResponse site;
    EXPECT_OK(CallAs(Caller{}, *courses_, &v1::Courses::Stub::ListPublicCourses, v1::ListPublicCoursesRequest(), site));
    EXPECT_EQ(site.result_size(), found ? 1 : 0);
    v1::BatchGetCoursesRequest batch;
    batch.set_all(true);
    batch.set_binned(true);
    v1::BatchGetCoursesResponse services;
    EXPECT_OK(CallAs(enrollment_, *courses_, &v1::Courses::Stub::BatchGetCourses, batch, services));
    EXPECT_EQ(services.courses_size(), found ? 1 : 0);
    EXPECT_EQ(services.binned_ids_size(), found ? 0 : 1);
    return found;
  }
  absl::Status GetVideo(const std::string& asset_id) {
    v1::GetAssetRequest request;
    request.set_asset_id(asset_id);
    v1::GetAssetResponse response;
    return Call(*assets_, &v1::Assets::Stub::GetAsset, request, response);
  }
  absl::Status GetKey(const std::string& asset_id) {
    v1::GetMediaKeyRequest request;
    request.set_asset_id(asset_id);
    v1::GetMediaKeyResponse response;
    return CallAs(service_, *playback_, &v1::Playback::Stub::GetMediaKey, request, response);
  }
  absl::Status GetPreview(const std::string& asset_id) {
    v1::GetPreviewRequest request;
    request.set_asset_id(asset_id);
    v1::GetPreviewResponse response;
    return Call(*playback_, &v1::Playback::Stub::GetPreview, request, response);
  }
  // A course with a video that can be watched.
  v1::Course WithVideo(std::string& asset_id) {
    asset_id = UploadAndProcess(MakeMedia(kH264, "in.mp4")).id();
    v1::Course course = CreateCourse("Flight");
    EXPECT_OK(SetVideo(course.id(), asset_id, course));
    return course;
  }
  // Lets time be counted, whatever the clock says.
  void Count(absl::Duration time) {
    ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      RaiseCountedMillis(tx.sql(), CountedMillis(tx.sql()) + absl::ToInt64Milliseconds(time));
      return absl::OkStatus();
    }));
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, CourseBinTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(CourseBinTest, ADeletedCourseIsInNoListAndItsVideoIsNotPlayed) {
  std::string asset;
  v1::Course course = WithVideo(asset);
  EXPECT_TRUE(Shown(course.id()));
  ASSERT_OK(GetPreview(asset));
  ASSERT_OK(MoveToBin(course.id()));
  EXPECT_FALSE(Shown(course.id()));
  EXPECT_THAT(MoveToBin(course.id()), HasReason("course_not_found"));
  EXPECT_THAT(GetVideo(asset), HasReason("asset_not_found"));
  EXPECT_THAT(GetPreview(asset), HasReason("asset_not_found"));
  EXPECT_THAT(GetKey(asset), HasReason("asset_not_found"));
}

TEST_P(CourseBinTest, ARestoredCourseHasItsPartsAndItsVideoAfterAnyNumberOfSweeps) {
  std::string asset;
  v1::Course course = WithVideo(asset);
  ASSERT_OK(MoveToBin(course.id()));
  for (int i = 0; i < 3; ++i) {
    clock_.Advance(20 * kDay);
    ASSERT_OK(catalog_->RunDueWork());
  }
  Restart();
  ASSERT_OK(Restore(course.id()));
  EXPECT_TRUE(Shown(course.id()));
  v1::GetCourseRequest get;
  get.set_course_id(course.id());
  v1::GetCourseResponse got;
  ASSERT_OK(Call(*courses_, &v1::Courses::Stub::GetCourse, get, got));
  EXPECT_EQ(got.result().SerializeAsString(), course.SerializeAsString());
  EXPECT_OK(GetPreview(asset));
  EXPECT_OK(GetKey(asset));
  EXPECT_TRUE(fs::exists(MediaOf(asset) / "master.m3u8"));
  EXPECT_THAT(Restore(course.id()), HasReason("bin_item_not_found"));
}

TEST_P(CourseBinTest, AVideoThatAnotherCourseUsesIsStillPlayed) {
  std::string asset;
  v1::Course course = WithVideo(asset);
  v1::Course other;
  ASSERT_OK(SetVideo(CreateCourse("Other").id(), asset, other));
  ASSERT_OK(DeleteForGood(course.id()));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_OK(GetPreview(asset));
  ASSERT_OK(MoveToBin(other.id()));
  v1::Course third = CreateCourse("Third");
  EXPECT_THAT(SetVideo(third.id(), asset, third), HasReason("asset_not_found")) << "its video is in the bin as well";
}

TEST_P(CourseBinTest, APurgedCourseIsGoneWithItsMedia) {
  std::string asset;
  v1::Course course = WithVideo(asset);
  EXPECT_THAT(Purge(course.id(), owner_), HasReason("bin_item_not_found")) << "only from the bin";
  ASSERT_OK(MoveToBin(course.id()));
  EXPECT_THAT(Purge(course.id(), manager_), HasReason("role_not_allowed"));
  ASSERT_OK(Purge(course.id(), owner_));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(fs::exists(MediaOf(asset)));
  EXPECT_EQ(Bin().total(), 0);
  EXPECT_THAT(Restore(course.id()), HasReason("bin_item_not_found"));
}

TEST_P(CourseBinTest, ThePagesOfTheBinFollowEachOther) {
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(CreateCourse("c" + std::to_string(i)).id());
    // Some at the same time.
    if (i % 2 == 0) clock_.Advance(absl::Seconds(1));
    ASSERT_OK(MoveToBin(ids.back()));
  }
  v1::ListBinnedCoursesResponse all = Bin();
  ASSERT_EQ(all.courses_size(), 5);
  EXPECT_EQ(all.total(), 5);
  EXPECT_EQ(all.courses(0).title(), "c4") << "last deleted first";
  EXPECT_EQ(all.courses(0).deleted_by(), "m1");
  EXPECT_EQ(all.courses(0).purge_at_ms(), all.courses(0).deleted_at_ms() + absl::ToInt64Milliseconds(30 * kDay));
  v1::BinnedCourse last;
  for (int i = 0; i < 5; ++i) {
    v1::ListBinnedCoursesResponse page = Bin(1, last);
    ASSERT_EQ(page.courses_size(), 1);
    last = page.courses(0);
    EXPECT_EQ(last.course_id(), all.courses(i).course_id());
  }
  EXPECT_EQ(Bin(1, last).courses_size(), 0);
}

TEST_P(CourseBinTest, TheBinIsEmptiedAfterThirtyCountedDaysAndByNoJumpOfTheClock) {
  v1::Course course = CreateCourse("Flight");
  ASSERT_OK(MoveToBin(course.id()));
  for (absl::Duration jump : {8 * kDay, 365 * kDay, -30 * kDay}) {
    clock_.Advance(jump);
    ASSERT_OK(catalog_->RunDueWork());
  }
  EXPECT_EQ(Bin().total(), 1);
  Count(30 * kDay - absl::Hours(1));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(Bin().total(), 1);
  Count(absl::Hours(2));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_EQ(Bin().total(), 0);
  EXPECT_THAT(Restore(course.id()), HasReason("bin_item_not_found"));
}

}  // namespace
}  // namespace academy::catalog
