// Asks a service for its health by grpc.health.v1.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/support/status.h>

#include <functional>
#include <memory>

#include "absl/time/time.h"

namespace academy::edge {

// Calls `done` once, on one of gRPC's threads, which it must not block. DEADLINE_EXCEEDED if no answer came within
// `patience`; a healthy service answers this however busy it is. `serving` is true only with OK. Of
// a channel to several servers: OK if one was reached, `serving` if one is.
void AskHealth(const std::shared_ptr<grpc::Channel>& channel, absl::Duration patience,
               std::function<void(const grpc::Status& status, bool serving)> done);

}  // namespace academy::edge
