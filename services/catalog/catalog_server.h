// The catalog put together: stores, files, threads and gRPC services of one process.
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
#include "services/catalog/uploads/upload_files.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/service_main.h"

namespace academy::catalog {

struct CatalogOptions {
  // This process' own files: uploads/, jobs/, pictures/. Made when missing.
  std::filesystem::path folder;
  // Where blobs are, which the edge reads too.
  std::filesystem::path blobs;
  // `s3://...` instead of that folder, and the file of its secrets; see BlobPlace.
  std::string blobs_url;
  std::filesystem::path s3_credentials;
  std::string database_url;
  std::string credential;
  // The channel to auth, which keeps the audit trail; null leaves events for it waiting.
  std::shared_ptr<grpc::Channel> auth;
  // Bytes of one upload.
  int64_t max_upload = int64_t{8} << 30;
  // Bytes of the disk that uploads leave free.
  int64_t keep_free = int64_t{1} << 30;
  // How much is free at a folder; the file system's word.
  FreeSpace free_space = FreeSpaceOf;
  // Videos processed at once; 0 leaves them queued.
  int encoders = 1;
  // Threads for calls, and for the writes of uploads.
  int threads = 4;
  // Where calls, transactions and queues are counted; nowhere when null.
  Metrics* metrics = nullptr;
};

class CatalogServer final : public ServiceServer {
 public:
  // `clock` must outlive the server. FAILED_PRECONDITION or UNAVAILABLE says what is in the way.
  static absl::StatusOr<std::unique_ptr<CatalogServer>> Create(const CatalogOptions& options,
                                                               const Clock& clock = Clock::System());
  ~CatalogServer() override;

  std::vector<grpc::Service*> services() override;
  // Ends what is being processed too; it continues after the next start.
  void Drain() override;
  // One round of what the threads do by themselves, for tests that move the clock: jobs first, then the sweep.
  absl::Status RunDueWork();

 private:
  struct Members;
  explicit CatalogServer(std::unique_ptr<Members> members);

  const std::unique_ptr<Members> members_;
};

}  // namespace academy::catalog
