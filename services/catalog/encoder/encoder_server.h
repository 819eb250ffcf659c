// Assembles an encoder: it processes the videos of catalog's database and keeps nothing on its disk but work files.
//
// Thread-safe once created.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/health/health_board.h"
#include "services/platform/rpc/service_main.h"

namespace academy::catalog {

struct EncoderOptions {
  // For work files, in jobs/; created when missing.
  std::filesystem::path folder;
  // The store of uploads and videos, `s3://...`, and the file with its credentials; see BlobPlace.
  std::string blobs_url;
  std::filesystem::path s3_credentials;
  // Catalog's.
  std::string database_url;
  // DatabaseOptions.marker.
  std::string database_marker;
  bool migrate = true;
  // Bytes of disk space to leave free.
  int64_t keep_free = int64_t{1} << 30;
  // Pause before a stage that an outage stopped is tried again; doubles up to half an hour.
  absl::Duration retry_pause = absl::Seconds(10);
  // Videos encoded at once. Copying and pictures have a worker of their own.
  int encoders = 1;
  // May be null.
  Metrics* metrics = nullptr;
  HealthBoard* health = nullptr;
};

class EncoderServer final : public ServiceServer {
 public:
  // `clock` must outlive the server. INVALID_ARGUMENT invalid_flag without a PostgreSQL database or an S3 store, and
  // errors as CatalogServer::Create.
  static absl::StatusOr<std::unique_ptr<EncoderServer>> Create(const EncoderOptions& options,
                                                               const Clock& clock = Clock::System());
  ~EncoderServer() override;

  // None: it calls nobody and nobody calls it.
  std::vector<grpc::Service*> services() override { return {}; }
  // Stops processing; any encoder goes on with it.
  void Drain() override;

 private:
  struct Members;
  explicit EncoderServer(std::unique_ptr<Members> members);

  const std::unique_ptr<Members> members_;
};

}  // namespace academy::catalog
