#include "services/platform/rpc/service_main.h"

#include <algorithm>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/drain/drain_times.h"
#include "services/platform/health/health_item.h"
#include "services/platform/health/process_watch.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/server.h"

ABSL_FLAG(std::string, data, "data", "The academy's data folder.");
ABSL_FLAG(std::string, db, "", "postgresql://... ; empty is SQLite under the data folder.");
ABSL_FLAG(std::string, db_file, "", "File with that address, for one with a password.");
ABSL_FLAG(int, grpc_port, 0, "TCP port of the gRPC server; 0 takes a free one.");
ABSL_FLAG(std::string, grpc_bind, "127.0.0.1", "TCP address of the gRPC server.");
ABSL_FLAG(bool, reflection, false, "Serve gRPC reflection.");

namespace academy {
namespace {

using Create = absl::FunctionRef<absl::StatusOr<std::unique_ptr<ServiceServer>>(const ServiceContext&)>;

absl::Status Run(const std::string& name, KeyFolder::Missing missing_keys, Create create) {
  ASSIGN_OR_RETURN(std::string database_url, DatabaseUrlFromFlags());
  ASSIGN_OR_RETURN(DrainTimes drain, DrainTimesFromFlags());
  ASSIGN_OR_RETURN(Process process, Process::Start(name, absl::GetFlag(FLAGS_data), missing_keys));
  if (database_url.empty()) database_url = (process.folder() / (name + ".db")).string();
  ASSIGN_OR_RETURN(CallerCheck callers, CallerCheck::Open(process.keys(), name));
  HealthBoard health;
  health.Add([folder = process.data().string()] { return DiskItem(folder.c_str()); });
  WatchProcess(process);
  ServiceContext context{.process = process,
                         .database_url = database_url,
                         .database_marker = (process.data() / "databases" / name).string(),
                         .callers = callers,
                         .health = health};
  ASSIGN_OR_RETURN(std::unique_ptr<ServiceServer> server, create(context));
  return ServeUntilStopped(process, callers, health,
                           {.grpc_port = absl::GetFlag(FLAGS_grpc_port),
                            .bind = absl::GetFlag(FLAGS_grpc_bind),
                            .reflection = absl::GetFlag(FLAGS_reflection),
                            .database_url = database_url,
                            .drain = drain},
                           server->services(), {[&] { server->Drain(); }});
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> ServiceContext::ChannelTo(const std::string& service,
                                                                         const std::string& address) const {
  ASSIGN_OR_RETURN(Credential credential, Credential::Open(process.keys(), process.name(), service));
  return MakeChannel(address.empty() ? process.SocketOf(service) : address, std::move(credential));
}

KeyFolder::Missing MissingKeys(std::initializer_list<std::string> peers) {
  bool alone = std::all_of(peers.begin(), peers.end(), [](const std::string& address) { return address.empty(); });
  return alone ? KeyFolder::Missing::kMake : KeyFolder::Missing::kRefuse;
}

absl::StatusOr<std::string> DatabaseUrlFromFlags() {
  return SecretFromFlags("db", absl::GetFlag(FLAGS_db), absl::GetFlag(FLAGS_db_file));
}

int ServiceMain(std::string_view name, KeyFolder::Missing missing_keys, Create create) {
  absl::Status status = Run(std::string(name), missing_keys, create);
  if (status.ok()) return 0;
  LogError("cannot run", {{"error", MessageOf(status)}});
  return 1;
}

}  // namespace academy
