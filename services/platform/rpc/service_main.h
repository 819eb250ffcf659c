// How every service is a process: the same flags, the same start, the same line in the log where it fails.
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

// A service put together: what it serves, and how it ends. Destroyed after all calls have ended.
class ServiceServer {
 public:
  virtual ~ServiceServer() = default;
  // To be registered with a gRPC server; they live as long as this.
  virtual std::vector<grpc::Service*> services() = 0;
  // Ends the streams, for a graceful stop.
  virtual void Drain() = 0;
};

// What the flags of every service come to.
struct ServiceContext {
  const Process& process;
  // SQLite file or postgresql:// URL.
  std::string database_url;

  // A channel to another service: at `address`, or at its socket in the data folder when that is empty.
  std::shared_ptr<grpc::Channel> ChannelTo(const std::string& service, const std::string& address) const;
};

// Runs the service `name` until SIGTERM or SIGINT, after ParseFlags. Returns the exit code: 1, with a line in the log,
// when the service cannot start or serve. Its flags are --data, --db, --grpc_port, --grpc_bind and --reflection.
int ServiceMain(std::string_view name,
                absl::FunctionRef<absl::StatusOr<std::unique_ptr<ServiceServer>>(const ServiceContext&)> create);

}  // namespace academy
