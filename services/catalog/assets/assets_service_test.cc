// Assets and their captions, through real stubs.
#include <optional>
#include <string>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/base/error_result.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

class AssetsServiceTest : public CatalogServerTest {
 protected:
  // Uploads Arabic captions. Without a version it does not matter what is there.
  absl::Status Upload(const std::string& asset_id, std::optional<std::string> version, v1::Asset& result) {
    v1::UploadCaptionsRequest request;
    request.set_asset_id(asset_id);
    request.set_lang("ar");
    request.set_file("WEBVTT\n\n00:01.000 --> 00:02.000\nمرحبا\n");
    if (version.has_value()) request.set_version(*version);
    v1::UploadCaptionsResponse response;
    absl::Status status = Call(*assets_, &v1::Assets::Stub::UploadCaptions, request, response);
    if (status.ok()) result = response.result();
    return status;
  }
  absl::Status Delete(const std::string& asset_id, const std::string& version) {
    v1::DeleteCaptionsRequest request;
    request.set_asset_id(asset_id);
    request.set_lang("ar");
    request.set_version(version);
    v1::DeleteCaptionsResponse response;
    return Call(*assets_, &v1::Assets::Stub::DeleteCaptions, request, response);
  }
  // The version of the captions that a refusal says are there instead.
  static std::string VersionIn(const absl::Status& status) {
    v1::Asset asset;
    EXPECT_TRUE(asset.ParseFromString(ResultOf(status)));
    return asset.captions_size() == 0 ? "" : asset.captions(0).version();
  }
};

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

TEST_F(AssetsServiceTest, CaptionsThatTheCallerHasNotSeenAreNeitherReplacedNorDeleted) {
  const std::string id = UploadAndProcess(MakeMedia(kH264, "in.mp4")).id();
  v1::Asset asset;
  ASSERT_OK(Upload(id, "", asset));
  const std::string first = asset.captions(0).version();
  ASSERT_NE(first, "");
  // Somebody who saw none.
  absl::Status unseen = Upload(id, "", asset);
  EXPECT_THAT(unseen, HasReason("changed_meanwhile"));
  EXPECT_EQ(VersionIn(unseen), first);
  ASSERT_OK(Upload(id, first, asset));
  const std::string second = asset.captions(0).version();
  ASSERT_NE(second, first);
  absl::Status replaced = Delete(id, first);
  EXPECT_THAT(replaced, HasReason("changed_meanwhile"));
  EXPECT_EQ(VersionIn(replaced), second);
  ASSERT_OK(Upload(id, std::nullopt, asset));
  ASSERT_OK(Delete(id, asset.captions(0).version()));
  EXPECT_THAT(Upload(id, second, asset), HasReason("changed_meanwhile"));
}

}  // namespace
}  // namespace academy::catalog
