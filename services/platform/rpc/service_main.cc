#include "services/platform/rpc/service_main.h"

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/server.h"

ABSL_FLAG(std::string, data, "data", "The academy's data folder.");
ABSL_FLAG(std::string, db, "", "postgresql://... ; empty is SQLite under the data folder.");
ABSL_FLAG(int, grpc_port, 0, "TCP port of the gRPC server; 0 takes a free one.");
ABSL_FLAG(std::string, grpc_bind, "127.0.0.1", "TCP address of the gRPC server.");
ABSL_FLAG(bool, reflection, false, "Serve gRPC reflection.");

namespace academy {
namespace {

using Create = absl::FunctionRef<absl::StatusOr<std::unique_ptr<ServiceServer>>(const ServiceContext&)>;

absl::Status Run(const std::string& name, Create create) {
  ASSIGN_OR_RETURN(Process process, Process::Start(name, absl::GetFlag(FLAGS_data)));
  ServiceContext context{.process = process, .database_url = absl::GetFlag(FLAGS_db)};
  if (context.database_url.empty()) context.database_url = (process.folder() / (name + ".db")).string();
  ASSIGN_OR_RETURN(std::unique_ptr<ServiceServer> server, create(context));
  return ServeUntilStopped(process,
                           {.grpc_port = absl::GetFlag(FLAGS_grpc_port),
                            .bind = absl::GetFlag(FLAGS_grpc_bind),
                            .reflection = absl::GetFlag(FLAGS_reflection)},
                           server->services(), {[&] { server->Drain(); }});
}

}  // namespace

std::shared_ptr<grpc::Channel> ServiceContext::ChannelTo(const std::string& service, const std::string& address) const {
  return MakeChannel(address.empty() ? process.SocketOf(service) : address);
}

int ServiceMain(std::string_view name, Create create) {
  absl::Status status = Run(std::string(name), create);
  if (status.ok()) return 0;
  LogError("cannot run", {{"error", MessageOf(status)}});
  return 1;
}

}  // namespace academy
