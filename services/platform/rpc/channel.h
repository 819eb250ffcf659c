// Calls to other academy processes. All functions are thread-safe.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// Returns a channel that connects on first use and reconnects within a second after its server is back. Never fails;
// calls do.
std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target);

// The caller's proof of being an academy process, and the person it calls for. PrepareContext adds both to a call and
// sets its deadline.
struct CallIdentity {
  std::string credential;
  Caller caller;
};
void PrepareContext(grpc::ClientContext& context, const CallIdentity& identity,
                    absl::Duration timeout = absl::Seconds(5));

// The same without a deadline, for streams that live as long as the process.
void PrepareStreamContext(grpc::ClientContext& context, const CallIdentity& identity);

}  // namespace academy
