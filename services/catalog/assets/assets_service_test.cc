// Assets and their captions, through real stubs.
#include "services/catalog/testing/server_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

class AssetsServiceTest : public CatalogServerTest {};

TEST_F(AssetsServiceTest, CaptionsAreConvertedStoredAndListed) {
  v1::Asset asset = UploadAndProcess(MakeMedia(kH264, "in.mp4"));
  v1::UploadCaptionsRequest request;
  request.set_asset_id(asset.id());
  request.set_lang("ar");
  request.set_label("العربية");
  request.set_file("1\r\n00:00:01,000 --> 00:00:02,500\r\nمرحبا\r\n");
  v1::UploadCaptionsResponse response;
  absl::Status status = Call(*assets_, &v1::Assets::Stub::UploadCaptions, request, response);
  ASSERT_OK(status);
  ASSERT_EQ(response.result().captions_size(), 1);
  EXPECT_EQ(response.result().captions(0).label(), "العربية");
  v1::BatchGetPlaybackResponse playback = Playback(asset.id());
  ASSERT_EQ(playback.playback(0).captions_size(), 1);
  EXPECT_EQ(ReadFile(MediaOf(asset.id()) / playback.playback(0).captions(0).path()),
            "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nمرحبا\n");
  request.set_file("no captions");
  EXPECT_THAT(Call(*assets_, &v1::Assets::Stub::UploadCaptions, request, response), HasReason("captions_invalid"));
  request.set_lang("../../x");
  EXPECT_THAT(Call(*assets_, &v1::Assets::Stub::UploadCaptions, request, response), HasReason("validation_failed"));
  v1::DeleteCaptionsRequest remove;
  remove.set_asset_id(asset.id());
  remove.set_lang("ar");
  v1::DeleteCaptionsResponse removed;
  ASSERT_OK(Call(*assets_, &v1::Assets::Stub::DeleteCaptions, remove, removed));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_TRUE(fs::is_empty(MediaOf(asset.id()) / "captions"));
  EXPECT_THAT(Call(*assets_, &v1::Assets::Stub::DeleteCaptions, remove, removed), HasReason("captions_not_found"));
  remove.set_asset_id("none");
  EXPECT_THAT(Call(*assets_, &v1::Assets::Stub::DeleteCaptions, remove, removed), HasReason("asset_not_found"));
}

}  // namespace
}  // namespace academy::catalog
