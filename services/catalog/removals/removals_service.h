// The Removals service: backups keep files from being removed.
//
// Thread-safe.
#pragma once

#include "academy/catalog/v1/removals.grpc.pb.h"
#include "services/catalog/removals/removal_hold.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class RemovalsService final : public v1::Removals::CallbackService {
 public:
  // Both must outlive the service.
  RemovalsService(RpcHandler& rpc, RemovalHold& hold) : rpc_(rpc), hold_(hold) {}

  ACADEMY_RPC(rpc_.executor(), Hold, v1::HoldRequest, v1::HoldResponse)
  ACADEMY_RPC(rpc_.executor(), Release, v1::ReleaseRequest, v1::ReleaseResponse)

 private:
  absl::StatusOr<v1::HoldResponse> Hold(const Caller& caller, const v1::HoldRequest& request);
  absl::StatusOr<v1::ReleaseResponse> Release(const Caller& caller, const v1::ReleaseRequest& request);

  RpcHandler& rpc_;
  RemovalHold& hold_;
};

}  // namespace academy::catalog
