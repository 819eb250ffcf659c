#include "services/backup/store/blob_index.h"

#include <fstream>
#include <utility>

#include "services/platform/base/status.h"

namespace academy::backup {

BlobIndex BlobIndex::Read(const std::filesystem::path& file) {
  BlobIndex index;
  std::ifstream in(file);
  std::string key;
  Entry entry;
  while (in >> entry.sha256 >> entry.size >> entry.etag >> key) {
    if (entry.sha256.size() == 64) index.before_[key] = entry;
  }
  return index;
}

const BlobIndex::Entry* BlobIndex::Find(const std::string& key, const std::string& etag, int64_t size) const {
  auto found = before_.find(key);
  bool same = found != before_.end() && found->second.etag == etag && found->second.size == size;
  return same ? &found->second : nullptr;
}

void BlobIndex::Put(const std::string& key, Entry entry) { now_[key] = std::move(entry); }

void BlobIndex::Keep(const std::string& key) {
  if (auto found = before_.find(key); found != before_.end()) now_[key] = found->second;
}

absl::Status BlobIndex::Write(const std::filesystem::path& file) const {
  std::filesystem::path draft = file.string() + ".new";
  std::ofstream out(draft, std::ios::trunc);
  for (const auto& [key, entry] : now_) {
    if (entry.etag.find(' ') != entry.etag.npos || entry.etag.empty()) continue;
    out << entry.sha256 << ' ' << entry.size << ' ' << entry.etag << ' ' << key << '\n';
  }
  std::error_code error;
  if (out.flush()) {
    std::filesystem::rename(draft, file, error);
    if (!error) return absl::OkStatus();
  }
  return Error(absl::StatusCode::kUnavailable, "file_error", "cannot write " + file.string());
}

}  // namespace academy::backup
