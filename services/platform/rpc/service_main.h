// The main function common to all services: the same flags, startup and error log line.
#pragma once

#include <grpcpp/channel.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "services/platform/base/process.h"
#include "services/platform/db/migrations.h"
#include "services/platform/health/health_board.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/rpc/credential.h"

namespace grpc {
class Service;
}

namespace academy {

class GrpcTls;
class SpanExporter;

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
  // The file that remembers which database this is.
  std::string database_marker;
  // Whether the service migrates a schema that is older than it. --migrate.
  bool migrate = true;
  // Who may call this service.
  CallerCheck callers;
  // What the service says about its health.
  HealthBoard& health;
  // How processes on several machines know each other; null: only by their keys.
  const GrpcTls* tls = nullptr;
  // Where spans of sampled calls go; may be null.
  std::shared_ptr<SpanExporter> spans = nullptr;

  // Returns a channel to another service at `address`, or at its socket in the data folder if `address` is empty. Its
  // calls prove that they are this service's. Errors of KeyFolder::Ring.
  absl::StatusOr<std::shared_ptr<grpc::Channel>> ChannelTo(const std::string& service,
                                                           const std::string& address) const;
};

// Runs the service `name`, whose database has `migrations`, until SIGTERM or SIGINT; with --migrate_only, migrates that
// database instead, with --check_database checks it, with --check_schema says whether it could migrate it. Call after
// ParseFlags. Returns the exit code: 1, after logging the cause, if the service cannot start or serve; also where
// `missing_keys` is an error. Defines the flags --data, --db, --db_file, --migrate, --migrate_only, --check_database,
// --check_schema, --grpc_port, --grpc_bind, --reflection, --grpc_tls, --connection_age, --drain_delay, --drain_time,
// --log_file, --log_size, --log_keep and --otlp_endpoint.
int ServiceMain(std::string_view name, absl::StatusOr<KeyFolder::Missing> missing_keys,
                const std::vector<Migration>& migrations,
                absl::FunctionRef<absl::StatusOr<std::unique_ptr<ServiceServer>>(const ServiceContext&)> create);

// What a process does about missing keys: those of an academy on several machines are made where auth runs, and
// `peers`, the addresses given for other services, tell that this is another machine.
KeyFolder::Missing MissingKeys(std::initializer_list<std::string> peers);

// The database's address from the flags; empty for SQLite in the data folder. FAILED_PRECONDITION or INVALID_ARGUMENT
// where --db_file cannot be used.
absl::StatusOr<std::string> DatabaseUrlFromFlags();

}  // namespace academy
