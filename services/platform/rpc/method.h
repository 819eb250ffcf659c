// One rpc as a service's handler knows it: its name, and who may call it.
//
// Plain values and pure functions, so thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>

#include "absl/status/status.h"
#include "academy/common/v1/access.pb.h"
#include "services/platform/rpc/caller.h"

namespace academy {

struct RpcMethod {
  // A literal.
  const char* name = "";
  common::v1::Access access = common::v1::ACCESS_SERVICES;
};

// The rpc called `name` that takes `request`, with the access that its proto states. Services only when the proto
// states none, or when the file of `request` declares no such rpc.
RpcMethod FindRpcMethod(const google::protobuf::Descriptor* request, const char* name);

// The least role of a manager who may make a call of that access; kNone when no manager may, or when no role is needed.
Role LeastRole(common::v1::Access access);

// OK when `caller` may make a call of that access. UNAUTHENTICATED unauthenticated for an anonymous caller; else
// PERMISSION_DENIED, role_not_allowed for a manager whose role is too low, forbidden for any other.
absl::Status RequireAccess(const Caller& caller, common::v1::Access access);

}  // namespace academy
