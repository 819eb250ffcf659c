// The Playback service: what players need to play ready assets.
//
// Thread-safe.
#pragma once

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "academy/catalog/v1/playback.grpc.pb.h"
#include "services/catalog/deps.h"
#include "services/contracts/media_token.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class PlaybackService final : public v1::Playback::CallbackService {
 public:
  // `tokens` has the keys that sign playback addresses. The others must outlive the service.
  PlaybackService(const Deps& deps, RpcHandler& rpc, KeyRing tokens)
      : deps_(deps), rpc_(rpc), tokens_(std::move(tokens)) {}

  ACADEMY_RPC(rpc_.executor(), GetPreview, v1::GetPreviewRequest, v1::GetPreviewResponse)
  ACADEMY_RPC(rpc_.executor(), BatchGetPlayback, v1::BatchGetPlaybackRequest, v1::BatchGetPlaybackResponse)
  // One read by primary key.
  ACADEMY_RPC(kInline, GetMediaKey, v1::GetMediaKeyRequest, v1::GetMediaKeyResponse)

 private:
  absl::StatusOr<v1::GetPreviewResponse> GetPreview(const Caller& caller, const v1::GetPreviewRequest& request);
  absl::StatusOr<v1::BatchGetPlaybackResponse> BatchGetPlayback(const Caller& caller,
                                                                const v1::BatchGetPlaybackRequest& request);
  absl::StatusOr<v1::GetMediaKeyResponse> GetMediaKey(const Caller& caller, const v1::GetMediaKeyRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  const MediaTokens tokens_;
};

}  // namespace academy::catalog
