// The site's content as owners edit it, and as the edges show it.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/site.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class SiteService final : public v1::Site::CallbackService {
 public:
  explicit SiteService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), GetSite, v1::GetSiteRequest, v1::GetSiteResponse)
  ACADEMY_RPC(rpc_.executor(), GetTimezone, v1::GetTimezoneRequest, v1::GetTimezoneResponse)
  ACADEMY_RPC(rpc_.executor(), ListSitePictures, v1::ListSitePicturesRequest, v1::ListSitePicturesResponse)
  ACADEMY_RPC(rpc_.executor(), SaveSiteDraft, v1::SaveSiteDraftRequest, v1::SaveSiteDraftResponse)
  ACADEMY_RPC(rpc_.executor(), PublishSite, v1::PublishSiteRequest, v1::PublishSiteResponse)

 private:
  absl::StatusOr<v1::GetSiteResponse> GetSite(const Caller& caller, const v1::GetSiteRequest& request);
  absl::StatusOr<v1::GetTimezoneResponse> GetTimezone(const Caller& caller, const v1::GetTimezoneRequest& request);
  absl::StatusOr<v1::ListSitePicturesResponse> ListSitePictures(const Caller& caller,
                                                                const v1::ListSitePicturesRequest& request);
  absl::StatusOr<v1::SaveSiteDraftResponse> SaveSiteDraft(const Caller& caller,
                                                          const v1::SaveSiteDraftRequest& request);
  absl::StatusOr<Positioned<v1::PublishSiteResponse>> PublishSite(const Caller& caller,
                                                                  const v1::PublishSiteRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
