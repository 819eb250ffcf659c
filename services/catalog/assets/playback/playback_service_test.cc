// Playback, through real stubs.
#include "services/catalog/testing/server_fixture.h"
#include "services/contracts/media_token.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class PlaybackServiceTest : public CatalogServerTest {};

TEST_F(PlaybackServiceTest, AManagerPreviewsAReadyVideoInTheirSession) {
  v1::Asset asset = UploadAndProcess(MakeMedia(kH264, "in.mp4"));
  v1::GetPreviewRequest request;
  request.set_asset_id(asset.id());
  v1::GetPreviewResponse response;
  absl::Status status = Call(*playback_, &v1::Playback::Stub::GetPreview, request, response);
  ASSERT_OK(status);
  std::string rest = response.result().hls().substr(std::string("/media/").size());
  absl::StatusOr<MediaGrant> grant =
      MediaTokens(KeyRing::Fixed(credential_)).Verify(rest.substr(0, rest.find('/')), clock_.Now());
  ASSERT_OK(grant);
  EXPECT_EQ(grant->session_id, manager_.session_id);
  EXPECT_EQ(grant->learner_id, manager_.id);
  EXPECT_EQ(grant->assignment_id, kPreviewAssignment);
  EXPECT_EQ(grant->asset_id, asset.id());
  EXPECT_GT(response.result().duration(), 0);

  EXPECT_THAT(CallAs(learner_, *playback_, &v1::Playback::Stub::GetPreview, request, response),
              StatusIs(absl::StatusCode::kPermissionDenied));
  request.set_asset_id("0192f0c1-2345-7abc-8def-0123456789ab");
  EXPECT_THAT(Call(*playback_, &v1::Playback::Stub::GetPreview, request, response), HasReason("asset_not_found"));
}

}  // namespace
}  // namespace academy::catalog
