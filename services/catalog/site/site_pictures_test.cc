#include <algorithm>
#include <filesystem>
#include <string>

#include "academy/catalog/v1/site_pictures.grpc.pb.h"
#include "services/catalog/removals/needed_files_store.h"
#include "services/catalog/testing/server_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

using Stub = v1::SitePictures::Stub;

class SitePicturesTest : public CatalogEnginesTest {
 protected:
  absl::Status Upload(const Caller& caller, const std::string& content, std::string& file) {
    Stub stub(channel_);
    v1::UploadSitePictureRequest request;
    request.set_image(content);
    v1::UploadSitePictureResponse response;
    absl::Status status = CallAs(caller, stub, &Stub::UploadSitePicture, request, response);
    file = response.result().file();
    return status;
  }
  std::string Picture() {
    return MakeMedia("-f lavfi -i testsrc2=size=64x64:duration=1:rate=1 -frames:v 1", "logo.png");
  }
  std::string file_;
};

INSTANTIATE_TEST_SUITE_P(Engines, SitePicturesTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SitePicturesTest, AnOwnersPictureIsKeptAndIsInBackups) {
  ASSERT_OK(Upload(owner_, Picture(), file_));
  EXPECT_TRUE(file_.starts_with("images/"));
  clock_.Advance(absl::Hours(24 * 30));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(std::filesystem::exists(options_.blobs / file_));
  absl::StatusOr<NeededFiles> needed =
      database_->Read([](soci::session& sql) -> absl::StatusOr<NeededFiles> { return ListNeededFiles(sql); });
  ASSERT_OK(needed);
  EXPECT_EQ(std::count(needed->blobs.begin(), needed->blobs.end(), file_), 1);
}

TEST_P(SitePicturesTest, OnlyOwnersUploadAndOnlyPictures) {
  EXPECT_THAT(Upload(manager_, Picture(), file_), HasReason("role_not_allowed"));
  EXPECT_THAT(Upload(owner_, "", file_), HasReason("validation_failed"));
  EXPECT_THAT(Upload(owner_, "<svg/>", file_), HasReason("image_invalid"));
  EXPECT_FALSE(std::filesystem::exists(options_.blobs / "images"));
}

}  // namespace
}  // namespace academy::catalog
