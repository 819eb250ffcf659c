// One channel to each service, and to each presence.
//
// Thread-safe, as gRPC's channels are.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <vector>

namespace academy::edge {

enum class Service { kAuth, kCatalog, kEnrollment, kPresence };

struct Channels {
  std::shared_ptr<grpc::Channel> auth;
  std::shared_ptr<grpc::Channel> catalog;
  std::shared_ptr<grpc::Channel> enrollment;
  std::shared_ptr<grpc::Channel> presence;
  // One to each process of presence: all of them must know of the edge's connections.
  std::vector<std::shared_ptr<grpc::Channel>> presences;

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
