// The main function common to all services: the same flags, startup and error log line.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "services/platform/base/process.h"

namespace grpc {
class Service;
}

namespace academy {

// An assembled service: the gRPC services it serves, and how it drains. Destroyed after all calls have ended.
class ServiceServer {
 public:
  virtual ~ServiceServer() = default;
  // The gRPC services to register; owned by this object.
  virtual std::vector<grpc::Service*> services() = 0;
  // Ends the open streams, for a graceful stop.
  virtual void Drain() = 0;
};

// The settings common to all services, from their flags.
struct ServiceContext {
  const Process& process;
  // SQLite file or postgresql:// URL.
  std::string database_url;

  // Returns a channel to another service at `address`, or at its socket in the data folder if `address` is empty.
  std::shared_ptr<grpc::Channel> ChannelTo(const std::string& service, const std::string& address) const;
};

// Runs the service `name` until SIGTERM or SIGINT. Call after ParseFlags. Returns the exit code: 1, after logging the
// cause, if the service cannot start or serve. Defines the flags --data, --db, --grpc_port, --grpc_bind and
// --reflection.
int ServiceMain(std::string_view name,
                absl::FunctionRef<absl::StatusOr<std::unique_ptr<ServiceServer>>(const ServiceContext&)> create);

}  // namespace academy
