// Records players' reports of what a learner watched.
//
// Thread-safe.
#pragma once

#include "academy/enrollment/v1/progress.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class ProgressTrackingService final : public v1::ProgressTracking::CallbackService {
 public:
  explicit ProgressTrackingService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), UpdateProgress, v1::UpdateProgressRequest, v1::UpdateProgressResponse)

 private:
  absl::StatusOr<v1::UpdateProgressResponse> UpdateProgress(const Caller& caller,
                                                            const v1::UpdateProgressRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
