#include "services/backup/copy/blob_packing.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "services/backup/check/playlists.h"
#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

constexpr size_t kMaxPlaylist = 16 << 20;
constexpr std::string_view kBlobs = "blobs/";

}  // namespace

// Playlists first: what one of them names was stored before it, and so is found by the second list.
absl::Status BlobPacking::Pack(const BlobPlace& place) {
  in_folder_ = place.url.empty();
  ASSIGN_OR_RETURN(std::unique_ptr<Blobs> blobs, OpenBlobs(place));
  absl::flat_hash_set<std::string> done;
  for (bool all : {false, true}) {
    ASSIGN_OR_RETURN(std::vector<BlobEntry> entries, blobs->List(""));
    for (const BlobEntry& entry : entries) {
      bool playlist = entry.key.ends_with(".m3u8");
      if ((!all && !playlist) || !done.insert(entry.key).second) continue;
      absl::Status packed = playlist ? PackPlaylist(*blobs, entry.key) : PackBlob(*blobs, entry.key);
      // Removed since it was listed: no row of the snapshot names it.
      if (!packed.ok() && !absl::IsNotFound(packed)) return packed;
    }
  }
  return absl::OkStatus();
}

absl::Status BlobPacking::PackOne(const std::string& key, const ReadBytes& read) {
  ASSIGN_OR_RETURN(ManifestEntry entry, packer_.Pack(std::string(kBlobs) + key, read, Packer::Sharing::kShared));
  manifest_.entries.push_back(std::move(entry));
  return absl::OkStatus();
}

absl::Status BlobPacking::PackPlaylist(const Blobs& blobs, const std::string& key) {
  ASSIGN_OR_RETURN(std::string text, ReadBlob(blobs, key, kMaxPlaylist));
  playlists_[key] = BlobsOfPlaylist(key, text);
  ReadBytes read = [&, at = size_t{0}](char* buffer, size_t length) mutable -> absl::StatusOr<size_t> {
    size_t got = text.copy(buffer, length, at);
    at += got;
    return got;
  };
  return PackOne(key, read);
}

absl::Status BlobPacking::PackBlob(const Blobs& blobs, const std::string& key) {
  ASSIGN_OR_RETURN(std::unique_ptr<Blob> blob, blobs.Open(key));
  if (const BlobIndex::Entry* entry = index_.Find(key, blob->etag(), blob->size()); entry != nullptr) {
    std::optional<ManifestEntry> found = packer_.Find(std::string(kBlobs) + key, blob->size(), entry->sha256);
    if (found.has_value()) {
      manifest_.entries.push_back(*std::move(found));
      index_.Keep(key);
      return absl::OkStatus();
    }
  }
  RETURN_IF_ERROR(PackOne(key, BytesOf(*blob)));
  index_.Put(key, {.etag = blob->etag(), .size = blob->size(), .sha256 = manifest_.entries.back().sha256});
  return absl::OkStatus();
}

absl::Status BlobPacking::RequireFiles(std::vector<std::string> needed) const {
  absl::flat_hash_set<std::string> paths;
  for (const ManifestEntry& entry : manifest_.entries) paths.insert(entry.path);
  while (!needed.empty()) {
    std::string path = std::move(needed.back());
    needed.pop_back();
    if (!paths.contains(path)) {
      return Error(absl::StatusCode::kDataLoss, "file_missing",
                   "the academy itself lacks " + path +
                       (in_folder_ ? ", or keeps it in a store: then give --blobs as to ./academy run" : ""));
    }
    auto playlist = playlists_.find(path.substr(std::min(path.size(), kBlobs.size())));
    if (playlist == playlists_.end()) continue;
    for (const std::string& key : playlist->second) needed.push_back(std::string(kBlobs) + key);
  }
  return absl::OkStatus();
}

}  // namespace academy::backup
