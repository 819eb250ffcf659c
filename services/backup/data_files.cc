#include "services/backup/data_files.h"

#include <algorithm>
#include <string_view>

#include "absl/types/span.h"

namespace academy::backup {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLeftOut[] = {
    "run", "logs", "backup", "blobs", "postgresql", "catalog/uploads", "catalog/jobs", "catalog/pictures"};

// `auth/auth.db`, its log and its index.
bool IsDatabase(const fs::path& path) {
  std::string service = path.parent_path().string();
  return !service.empty() && service.find('/') == service.npos && path.filename().string().starts_with(service + ".db");
}

std::vector<std::string> List(const fs::path& folder, absl::Span<const std::string_view> left_out) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entries(folder, fs::directory_options::skip_permission_denied, error);
       !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    std::string path = entries->path().lexically_relative(folder).string();
    std::error_code gone;
    if (entries->is_symlink(gone)) continue;
    if (entries->is_directory(gone)) {
      if (std::find(left_out.begin(), left_out.end(), path) != left_out.end()) entries.disable_recursion_pending();
    } else if (entries->is_regular_file(gone)) {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<std::string> ListDataFiles(const fs::path& data) {
  std::vector<std::string> files = List(data, kLeftOut);
  files.erase(std::remove_if(files.begin(), files.end(), [](const std::string& path) { return IsDatabase(path); }),
              files.end());
  return files;
}

std::vector<std::string> ListFiles(const fs::path& folder) { return List(folder, {}); }

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
