// Packs an academy's pictures and videos, and says which files a backup lacks.
//
// Used by one thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/backup/store/blob_index.h"
#include "services/backup/store/manifest.h"
#include "services/backup/store/packer.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/blobs/open_blobs.h"

namespace academy::backup {

class BlobPacking {
 public:
  // All must outlive the object.
  BlobPacking(Packer& packer, BlobIndex& index, Manifest& manifest)
      : packer_(packer), index_(index), manifest_(manifest) {}

  // Packs all blobs and adds them to the manifest. Errors of OpenBlobs, Blobs and Packer::Pack.
  absl::Status Pack(const BlobPlace& place);

  // Whether the manifest has these files and what their playlists name. DATA_LOSS file_missing.
  absl::Status RequireFiles(std::vector<std::string> needed) const;

 private:
  absl::Status PackPlaylist(const Blobs& blobs, const std::string& key);
  absl::Status PackBlob(const Blobs& blobs, const std::string& key);
  absl::Status PackOne(const std::string& key, const ReadBytes& read);

  Packer& packer_;
  BlobIndex& index_;
  Manifest& manifest_;
  // Whether the blobs are in the data folder.
  bool in_folder_ = true;
  // Keys that each playlist names.
  absl::flat_hash_map<std::string, std::vector<std::string>> playlists_;
};

}  // namespace academy::backup
