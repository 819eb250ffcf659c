// Access check of the fake upstreams.
//
// Thread-safe.
#pragma once

#include <grpcpp/grpcpp.h>

#include <string>

#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

inline constexpr char kTestCredential[] = "credential of the tests";

// OK for an academy service with the credential.
inline grpc::Status CheckService(const grpc::ServerContext& context) {
  auto value = [&](const char* key) {
    auto found = context.client_metadata().find(key);
    return found == context.client_metadata().end() ? std::string()
                                                    : std::string(found->second.data(), found->second.size());
  };
  if (value(kCredentialKey) != kTestCredential || value(kCallerKey) != "service:enrollment") {
    return {grpc::StatusCode::PERMISSION_DENIED, "not a service"};
  }
  return grpc::Status::OK;
}

}  // namespace academy::enrollment
