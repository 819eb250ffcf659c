#include "services/backup/data_files.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kLeftOut = {
    "run", "logs", "backup", "blobs", "catalog/uploads", "catalog/jobs", "catalog/pictures"};

// `auth/auth.db`, its log and its index.
bool IsDatabase(const fs::path& path) {
  std::string service = path.parent_path().string();
  return !service.empty() && service.find('/') == service.npos && path.filename().string().starts_with(service + ".db");
}

}  // namespace

std::vector<std::string> ListDataFiles(const fs::path& data) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entries(data, fs::directory_options::skip_permission_denied, error);
       !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    fs::path path = entries->path().lexically_relative(data);
    std::error_code gone;
    if (entries->is_symlink(gone)) continue;
    if (entries->is_directory(gone)) {
      if (std::find(kLeftOut.begin(), kLeftOut.end(), path.string()) != kLeftOut.end()) {
        entries.disable_recursion_pending();
      }
    } else if (entries->is_regular_file(gone) && !IsDatabase(path)) {
      files.push_back(path.string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> ListUploads(const fs::path& data) {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(data / "catalog" / "uploads", error)) {
    std::error_code gone;
    if (entry.is_regular_file(gone)) files.push_back("catalog/uploads/" + entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace academy::backup
