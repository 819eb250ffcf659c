// Assembles the enrollment service: its database, its rpcs, and the cleanup after removals in auth and catalog.
//
// Thread-safe once created.
#pragma once

#include <grpcpp/channel.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/platform/base/metrics.h"
#include "services/platform/health/health_board.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/service_main.h"

namespace academy::enrollment {

struct EnrollmentOptions {
  // SQLite file or postgresql:// URL.
  std::string database_url;
  // DatabaseOptions.marker.
  std::string database_marker;
  bool migrate = true;
  // Who may call.
  CallerCheck callers;
  // The keys that sign the addresses of videos.
  KeyRing media_keys;
  std::shared_ptr<grpc::Channel> auth;
  std::shared_ptr<grpc::Channel> catalog;
  // The academy's time zone until auth has told it.
  absl::TimeZone zone = absl::UTCTimeZone();
  ProgressRules rules;
  // Number of threads for calls.
  size_t threads = 8;
  // Counts calls, transactions and queues; may be null.
  Metrics* metrics = nullptr;
  // Takes the spans of sampled calls; may be null.
  std::shared_ptr<SpanExporter> spans = nullptr;
  // Is told how the service is; may be null.
  HealthBoard* health = nullptr;
};

class EnrollmentServer final : public ServiceServer {
 public:
  // Errors as Database::Open.
  static absl::StatusOr<std::unique_ptr<EnrollmentServer>> Create(const EnrollmentOptions& options);
  ~EnrollmentServer() override;

  std::vector<grpc::Service*> services() override;
  void Drain() override;

 private:
  struct Members;
  explicit EnrollmentServer(std::unique_ptr<Members> members);

  const std::unique_ptr<Members> members_;
};

}  // namespace academy::enrollment
