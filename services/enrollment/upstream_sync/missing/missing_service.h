// The Missing service: what is missing though nobody removed it, and an owner's word that it is really gone.
//
// Thread-safe.
#pragma once

#include <functional>

#include "academy/enrollment/v1/missing.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/upstream_sync/list_reader.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class MissingService final : public v1::Missing::CallbackService {
 public:
  // `compare` soon compares the list of a kind (FeedCleanup::CompareAgain).
  MissingService(const Deps& deps, std::function<void(ListKind)> compare)
      : deps_(deps), compare_(std::move(compare)), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), ListMissing, v1::ListMissingRequest, v1::ListMissingResponse)
  ACADEMY_RPC(rpc_.executor(), AcceptMissing, v1::AcceptMissingRequest, v1::AcceptMissingResponse)

 private:
  absl::StatusOr<v1::ListMissingResponse> ListMissing(const Caller& caller, const v1::ListMissingRequest& request);
  absl::StatusOr<v1::AcceptMissingResponse> AcceptMissing(const Caller& caller,
                                                          const v1::AcceptMissingRequest& request);

  // Reads the lists as they are now, because the marks here may be an hour old. Errors as Upstream::Call.
  absl::StatusOr<ReadLists> Lists(const Caller& caller, ListKind kind);

  const Deps& deps_;
  const std::function<void(ListKind)> compare_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
