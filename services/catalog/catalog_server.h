// Assembles the catalog: its database, files, threads and gRPC services in one process.
//
// Thread-safe once created.
#pragma once

#include <grpcpp/channel.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/platform/background/bin_term.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/health/health_board.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/service_main.h"

namespace academy::catalog {

struct CatalogOptions {
  // This process's own files, in uploads/, jobs/ and pictures/; created when missing.
  std::filesystem::path folder;
  // Folder of the blobs, which the edge reads too.
  std::filesystem::path blobs;
  // `s3://...` to use instead of that folder, and the file with its credentials; see BlobPlace.
  std::string blobs_url;
  std::filesystem::path s3_credentials;
  // Whether uploads are in that store too, so that every catalog over this database continues them.
  bool uploads_in_store = false;
  std::string database_url;
  // DatabaseOptions.marker.
  std::string database_marker;
  bool migrate = true;
  // Who may call.
  CallerCheck callers;
  // The keys that sign the addresses of videos.
  KeyRing media_keys;
  // The channel to auth, which stores the audit trail and the site; without one, events wait in the outbox, and unused
  // pictures of the site are kept.
  std::shared_ptr<grpc::Channel> auth;
  // Maximum bytes of one upload.
  int64_t max_upload = int64_t{8} << 30;
  // Bytes of disk space that uploads leave free.
  int64_t keep_free = int64_t{1} << 30;
  // Returns the free bytes of a folder's disk; tests replace it.
  FreeSpace free_space = FreeSpaceOf;
  // Pause before a stage of processing that an outage stopped is tried again; doubles up to half an hour.
  absl::Duration retry_pause = absl::Seconds(10);
  // How long deleted courses can be restored.
  int bin_days = kDefaultBinDays;
  // Videos processed at once; 0 leaves them queued.
  int encoders = 1;
  // Whether encoders (EncoderServer) process the videos instead; needs uploads_in_store.
  bool encode_elsewhere = false;
  // Number of threads for calls, and again for writing uploads.
  int threads = 4;
  // Counts calls, transactions and queues; may be null.
  Metrics* metrics = nullptr;
  // Takes the spans of sampled calls; may be null.
  std::shared_ptr<SpanExporter> spans = nullptr;
  // Is told how the service is; may be null.
  HealthBoard* health = nullptr;
};

class CatalogServer final : public ServiceServer {
 public:
  // `clock` must outlive the server. FAILED_PRECONDITION or UNAVAILABLE, with the cause, if it cannot start.
  static absl::StatusOr<std::unique_ptr<CatalogServer>> Create(const CatalogOptions& options,
                                                               const Clock& clock = Clock::System());
  ~CatalogServer() override;

  std::vector<grpc::Service*> services() override;
  // Also stops processing, which continues after the next start.
  void Drain() override;
  // Runs the background work once, for tests that control the clock: due jobs, the bin's check, that of the site's
  // pictures, then a sweep.
  absl::Status RunDueWork();

 private:
  struct Members;
  explicit CatalogServer(std::unique_ptr<Members> members);

  const std::unique_ptr<Members> members_;
};

}  // namespace academy::catalog
