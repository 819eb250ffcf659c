// Calling another academy process.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// A lazily connected channel that reconnects within a second of its server's return. Never fails; calls do.
std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target);

// Proves who we are and for whom we ask; every call gets a deadline.
struct CallIdentity {
  std::string credential;
  Caller caller;
};
void PrepareContext(grpc::ClientContext& context, const CallIdentity& identity,
                    absl::Duration timeout = absl::Seconds(5));

// For streams that live as long as the process: the same, without a deadline.
void PrepareStreamContext(grpc::ClientContext& context, const CallIdentity& identity);

}  // namespace academy
