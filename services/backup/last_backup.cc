#include "services/backup/last_backup.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

absl::Status Replace(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::path draft = file.string() + ".new";
  std::error_code error;
  {
    std::ofstream out(draft, std::ios::trunc);
    out << text << '\n';
    if (!out.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) std::filesystem::rename(draft, file, error);
  if (!error) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "file_error", "cannot write " + file.string() + ": " + error.message());
}

}  // namespace

absl::Status WriteLastBackup(const std::filesystem::path& data, const LastBackup& last) {
  nlohmann::json text = {{"id", last.id},
                         {"at", last.at},
                         {"ok", last.error.empty()},
                         {"bytes", last.bytes},
                         {"seconds", std::round(last.seconds * 1000) / 1000}};
  if (!last.error.empty()) text["error"] = last.error;
  std::string dumped = text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  RETURN_IF_ERROR(Replace(data / "backup" / "last.json", dumped));
  return last.error.empty() ? Replace(data / "backup" / "last-good.json", dumped) : absl::OkStatus();
}

}  // namespace academy::backup
