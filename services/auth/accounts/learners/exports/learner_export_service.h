// Records exports of learners in the audit trail.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learner_export.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class LearnerExportService final : public v1::LearnerExport::CallbackService {
 public:
  explicit LearnerExportService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), RecordExport, v1::RecordLearnerExportRequest, v1::RecordLearnerExportResponse)

 private:
  absl::StatusOr<v1::RecordLearnerExportResponse> RecordExport(const Caller& caller,
                                                               const v1::RecordLearnerExportRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
