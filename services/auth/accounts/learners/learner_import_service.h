// Imports learners' accounts from a file, in batches.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/learner_import.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class LearnerImportService final : public v1::LearnerImport::CallbackService {
 public:
  explicit LearnerImportService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(deps_.imports, ImportLearners, v1::ImportLearnersRequest, v1::ImportLearnersResponse)

 private:
  absl::StatusOr<v1::ImportLearnersResponse> ImportLearners(const Caller& caller,
                                                            const v1::ImportLearnersRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::auth
