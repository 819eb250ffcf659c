#include "services/platform/rpc/service_main.h"

#include <algorithm>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/log.h"
#include "services/platform/base/log_flags.h"
#include "services/platform/base/status.h"
#include "services/platform/drain/drain_times.h"
#include "services/platform/health/health_item.h"
#include "services/platform/health/process_watch.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/check_command.h"
#include "services/platform/rpc/migrate_command.h"
#include "services/platform/rpc/serving/server.h"
#include "services/platform/rpc/tls/tls_flags.h"
#include "services/platform/tracing/trace_flags.h"

ABSL_FLAG(std::string, data, "data", "The academy's data folder.");
ABSL_FLAG(std::string, db, "", "postgresql://... ; empty is SQLite under the data folder.");
ABSL_FLAG(std::string, db_file, "", "File with that address, for one with a password.");
ABSL_FLAG(
    bool, migrate, true,
    "Migrate a database whose schema is older than this program; otherwise refuse it until --migrate_only has run.");
ABSL_FLAG(bool, migrate_only, false, "Migrate the database, also while older programs use it, and exit.");
ABSL_FLAG(bool, check_database, false,
          "Check the database, also while the service uses it, print how it is, and exit.");
ABSL_FLAG(bool, check_schema, false, "Say whether this program can use the database, which does not change, and exit.");
ABSL_FLAG(int, grpc_port, 0, "TCP port of the gRPC server; 0 takes a free one.");
ABSL_FLAG(std::string, grpc_bind, "127.0.0.1", "TCP address of the gRPC server.");
ABSL_FLAG(bool, reflection, false, "Serve gRPC reflection.");
ABSL_FLAG(absl::Duration, connection_age, absl::Seconds(30),
          "Time after which clients are asked to connect again, with --grpc_tls or beyond loopback; inf is never.");

namespace academy {
namespace {

using Create = absl::FunctionRef<absl::StatusOr<std::unique_ptr<ServiceServer>>(const ServiceContext&)>;

// Clients on this machine find no other server by connecting again.
absl::StatusOr<absl::Duration> ConnectionAge(bool tls) {
  absl::Duration age = absl::GetFlag(FLAGS_connection_age);
  if (age < absl::Seconds(1)) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--connection-age is at least 1s");
  }
  return tls || !IsLocalBind(absl::GetFlag(FLAGS_grpc_bind)) ? std::min(age, absl::Hours(24))
                                                             : absl::InfiniteDuration();
}

absl::Status Run(const std::string& name, absl::StatusOr<KeyFolder::Missing> missing_keys, Create create) {
  RETURN_IF_ERROR(LogToFileFromFlags());
  RETURN_IF_ERROR(missing_keys.status());
  ASSIGN_OR_RETURN(std::string database_url, DatabaseUrlFromFlags());
  ASSIGN_OR_RETURN(DrainTimes drain, DrainTimesFromFlags());
  ASSIGN_OR_RETURN(Process process, Process::Start(name, absl::GetFlag(FLAGS_data), *missing_keys));
  if (database_url.empty()) database_url = (process.folder() / (name + ".db")).string();
  ASSIGN_OR_RETURN(CallerCheck callers, CallerCheck::Open(process.keys(), name));
  HealthBoard health;
  ASSIGN_OR_RETURN(std::unique_ptr<GrpcTls> tls,
                   GrpcTlsFromFlags(name, {.health = &health, .metrics = &process.metrics()}));
  if (tls != nullptr) {
    callers.RequireCertificates();
  } else {
    WarnOfPlainCalls(absl::GetFlag(FLAGS_grpc_bind));
  }
  ASSIGN_OR_RETURN(absl::Duration connection_age, ConnectionAge(tls != nullptr));
  health.Add([folder = process.data().string()] { return DiskItem(folder.c_str()); });
  WatchProcess(process);
  ASSIGN_OR_RETURN(std::shared_ptr<SpanExporter> spans, SpanExporterFromFlags(name, process.metrics()));
  ServiceContext context{.process = process,
                         .database_url = database_url,
                         .database_marker = (process.data() / "databases" / name).string(),
                         .migrate = absl::GetFlag(FLAGS_migrate),
                         .callers = callers,
                         .health = health,
                         .tls = tls.get(),
                         .spans = spans};
  ASSIGN_OR_RETURN(std::unique_ptr<ServiceServer> server, create(context));
  absl::Status served = ServeUntilStopped(process, callers, health,
                                          {.grpc_port = absl::GetFlag(FLAGS_grpc_port),
                                           .bind = absl::GetFlag(FLAGS_grpc_bind),
                                           .reflection = absl::GetFlag(FLAGS_reflection),
                                           .database_url = database_url,
                                           .drain = drain,
                                           .tls = tls.get(),
                                           .connection_age = connection_age},
                                          server->services(), {[&] { server->Drain(); }});
  if (spans != nullptr) spans->Stop();
  return served;
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> ServiceContext::ChannelTo(const std::string& service,
                                                                         const std::string& address) const {
  ASSIGN_OR_RETURN(Credential credential, Credential::Open(process.keys(), process.name(), service));
  return MakeChannel(address.empty() ? process.SocketOf(service) : address, std::move(credential),
                     {.service = service, .tls = tls, .spans = spans});
}

KeyFolder::Missing MissingKeys(std::initializer_list<std::string> peers) {
  bool alone = std::all_of(peers.begin(), peers.end(), [](const std::string& address) { return address.empty(); });
  return alone ? KeyFolder::Missing::kMake : KeyFolder::Missing::kRefuse;
}

absl::StatusOr<std::string> DatabaseUrlFromFlags() {
  return SecretFromFlags("db", absl::GetFlag(FLAGS_db), absl::GetFlag(FLAGS_db_file));
}

int ServiceMain(std::string_view name, absl::StatusOr<KeyFolder::Missing> missing_keys,
                const std::vector<Migration>& migrations, Create create) {
  const MigrateCommand command{.name = std::string(name),
                               .data = absl::GetFlag(FLAGS_data),
                               .database_url = DatabaseUrlFromFlags(),
                               .migrations = migrations};
  if (absl::GetFlag(FLAGS_check_schema)) return RunCheckSchemaCommand(command);
  if (absl::GetFlag(FLAGS_migrate_only)) return RunMigrateCommand(command);
  if (absl::GetFlag(FLAGS_check_database)) {
    return RunCheckCommand({.name = std::string(name),
                            .data = absl::GetFlag(FLAGS_data),
                            .database_url = DatabaseUrlFromFlags(),
                            .migrations = migrations});
  }
  absl::Status status = Run(std::string(name), missing_keys, create);
  if (status.ok()) return 0;
  LogError("cannot run", {{"error", MessageOf(status)}});
  return 1;
}

}  // namespace academy
