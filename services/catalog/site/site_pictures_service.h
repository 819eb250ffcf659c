// Takes the pictures of the public site. site_picture_sweep.h removes them.
//
// Thread-safe.
#pragma once

#include "academy/catalog/v1/site_pictures.grpc.pb.h"
#include "services/catalog/courses/pictures/picture_store.h"
#include "services/catalog/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class SitePicturesService final : public v1::SitePictures::CallbackService {
 public:
  SitePicturesService(const Deps& deps, RpcHandler& rpc, PictureStore& pictures)
      : deps_(deps), rpc_(rpc), pictures_(pictures) {}

  ACADEMY_RPC(rpc_.executor(), UploadSitePicture, v1::UploadSitePictureRequest, v1::UploadSitePictureResponse)

 private:
  absl::StatusOr<v1::UploadSitePictureResponse> UploadSitePicture(const Caller& caller,
                                                                  const v1::UploadSitePictureRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  PictureStore& pictures_;
};

}  // namespace academy::catalog
