#include "services/backup/check/playlists.h"

namespace academy::backup {

std::vector<std::string> BlobsOfPlaylist(std::string_view key, std::string_view text) {
  std::string folder(key.substr(0, key.rfind('/') + 1));
  std::vector<std::string> blobs;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    constexpr std::string_view kUri = "URI=\"";
    if (line.starts_with("#EXT-X-MAP:") && line.find(kUri) != line.npos) {
      line.remove_prefix(line.find(kUri) + kUri.size());
      line = line.substr(0, line.find('"'));
    }
    if (!line.empty() && line.front() != '#') blobs.push_back(folder + std::string(line));
  }
  return blobs;
}

}  // namespace academy::backup
