// One rpc as a service's handler knows it: its name, and who may call it.
//
// Plain values and pure functions, so thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "academy/common/v1/access.pb.h"
#include "services/platform/rpc/caller.h"

namespace academy {

struct RpcMethod {
  // A literal.
  const char* name = "";
  // `academy.auth.v1.Sessions`, of the descriptor, which lives for ever.
  std::string_view service = {};
  common::v1::Access access = common::v1::ACCESS_SERVICES;
  // Names of the services that may call an rpc for services only, as in its proto.
  std::vector<std::string_view> callers = {};
};

// The rpc called `name` that takes `request`, with the access that its proto states. Services only when the proto
// states none; for nobody when the file of `request` declares no such rpc.
RpcMethod FindRpcMethod(const google::protobuf::Descriptor* request, const char* name);

// The least role of a manager who may make a call of that access; kNone when no manager may, or when no role is needed.
Role LeastRole(common::v1::Access access);

// OK when `caller` may call the rpc. UNAUTHENTICATED unauthenticated for an anonymous caller; else
// PERMISSION_DENIED, role_not_allowed for a manager whose role is too low, forbidden for any other.
absl::Status RequireAccess(const Caller& caller, const RpcMethod& method);

}  // namespace academy
