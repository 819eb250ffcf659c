// One channel to each service, and to each presence.
//
// Thread-safe, as gRPC's channels are.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <vector>

#include "edge/upstream/call_notes.h"

namespace academy::edge {

enum class Service { kAuth, kCatalog, kEnrollment, kPresence };

struct Channels {
  std::shared_ptr<grpc::Channel> auth;
  std::shared_ptr<grpc::Channel> catalog;
  std::shared_ptr<grpc::Channel> enrollment;
  std::shared_ptr<grpc::Channel> presence;
  // One to each process of presence: all of them must know of the edge's connections.
  std::vector<std::shared_ptr<grpc::Channel>> presences;
  // What long calls on them took, by request; may be null.
  std::shared_ptr<CallNotes> notes;

  const std::shared_ptr<grpc::Channel>& To(Service service) const {
    switch (service) {
      case Service::kAuth:
        return auth;
      case Service::kCatalog:
        return catalog;
      case Service::kEnrollment:
        return enrollment;
      case Service::kPresence:
        break;
    }
    return presence;
  }
};

}  // namespace academy::edge
