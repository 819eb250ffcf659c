// Assembles presence: who is online, from the edges' live connections and auth's feed.
//
// Thread-safe once created.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/platform/base/metrics.h"
#include "services/platform/health/health_board.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/service_main.h"

namespace academy::presence {

struct PresenceOptions {
  // SQLite file or postgresql:// URL.
  std::string database_url;
  // DatabaseOptions.marker.
  std::string database_marker;
  bool migrate = true;
  // Who may call.
  CallerCheck callers;
  // The channel to auth.
  std::shared_ptr<grpc::Channel> auth;
  // Maximum age of the managers' list and of the learners' status.
  absl::Duration online_interval = absl::Seconds(1);
  // How long edges have to attach before this presence says who is online, and how often it says that it is there; only
  // on a database server, where there may be others. On SQLite it is the only one.
  absl::Duration settle = absl::Seconds(2);
  absl::Duration heartbeat = absl::Seconds(1);
  // Counts calls, transactions and online learners; may be null.
  Metrics* metrics = nullptr;
  // Takes the spans of sampled calls; may be null.
  std::shared_ptr<SpanExporter> spans = nullptr;
  // Is told how the service is; may be null.
  HealthBoard* health = nullptr;
};

class PresenceServer final : public ServiceServer {
 public:
  // Errors as Database::Open.
  static absl::StatusOr<std::unique_ptr<PresenceServer>> Create(const PresenceOptions& options);
  ~PresenceServer() override;

  std::vector<grpc::Service*> services() override;
  void Drain() override;

 private:
  struct Members;
  explicit PresenceServer(std::unique_ptr<Members> members);

  const std::unique_ptr<Members> members_;
};

}  // namespace academy::presence
