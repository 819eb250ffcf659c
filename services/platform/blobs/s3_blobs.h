// Blobs as objects of one bucket in a store that speaks S3.
//
// Thread-safe, over any number of processes and machines. Calls wait for the store, at most some tries of some seconds
// without a byte; who must not wait takes S3Streams. No file is held in memory: it goes out of the disk and comes in by
// ranges.
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
  absl::Status Remove(std::string_view key) override;
  absl::Status RemoveAll(std::string_view key) override;

 private:
  absl::Status PutWhole(const std::string& key, const S3Client::FilePart& file);
  absl::Status PutInParts(const std::string& key, const S3Client::FilePart& file);
  absl::Status PutParts(const std::string& key, const std::string& upload, const S3Client::FilePart& file);
  absl::StatusOr<std::vector<std::string>> List(const std::string& folder, std::string& token) const;
  absl::Status RemoveMany(const std::vector<std::string>& names);

  const std::shared_ptr<const S3Client> client_;
};

}  // namespace academy
