// Asks a service for its health.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/support/status.h>

#include <functional>
#include <memory>

#include "absl/time/time.h"

namespace academy::edge {

// Calls `done` once, on a thread of gRPC's that must not block: DEADLINE_EXCEEDED when nothing was heard for
// `patience`. A service answers this whatever else it is busy with. `serving` only with OK.
void AskHealth(const std::shared_ptr<grpc::Channel>& channel, absl::Duration patience,
               std::function<void(const grpc::Status& status, bool serving)> done);

}  // namespace academy::edge
