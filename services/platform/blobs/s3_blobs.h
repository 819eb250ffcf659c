// Blobs as objects of one bucket in an S3-compatible store.
//
// Thread-safe, also across processes and machines. Calls block on the store, for at most a few attempts of a few
// seconds without data; callers that must not block use S3Streams. Files are never held in memory: uploads are read
// from disk and downloads are fetched by ranges.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "services/platform/blobs/blobs.h"
#include "services/platform/blobs/s3_client.h"
#include "services/platform/blobs/s3_options.h"

namespace academy {

class S3Blobs final : public Blobs {
 public:
  explicit S3Blobs(S3Options options) : client_(std::make_shared<const S3Client>(std::move(options))) {}

  absl::Status Put(std::string_view key, std::string_view content) override;
  absl::Status PutFile(std::string_view key, const std::filesystem::path& source) override;
  absl::StatusOr<std::unique_ptr<Blob>> Open(std::string_view key) const override;
  absl::StatusOr<int64_t> Size(std::string_view key) const override;
  absl::StatusOr<std::vector<BlobEntry>> List(std::string_view folder) const override;
  absl::Status Remove(std::string_view key) override;
  absl::Status RemoveAll(std::string_view key) override;

 private:
  absl::Status PutWhole(const std::string& key, const S3Client::FilePart& file);
  absl::Status PutInParts(const std::string& key, const S3Client::FilePart& file);
  absl::Status PutParts(const std::string& key, const std::string& upload, const S3Client::FilePart& file);
  // One page; names as the store has them, with the prefix. `token` is empty before the first and after the last.
  absl::StatusOr<std::vector<BlobEntry>> ListPage(const std::string& folder, std::string& token) const;
  absl::Status RemoveMany(const std::vector<BlobEntry>& entries);

  const std::shared_ptr<const S3Client> client_;
};

}  // namespace academy
