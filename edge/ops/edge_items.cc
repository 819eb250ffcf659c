#include "edge/ops/edge_items.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "services/platform/base/system_time.h"
#include "services/platform/health/health_item.h"

namespace academy::edge {
namespace {

using common::v1::HealthItem;
using nlohmann::json;

constexpr int64_t kOldBackupSeconds = 2 * 24 * 3600;

std::optional<UnixMillis> TimeIn(const json& value) {
  if (value.is_number_integer()) return value.get<UnixMillis>();
  if (!value.is_string()) return std::nullopt;
  absl::StatusOr<UnixMillis> time = ParseTime(value.get<std::string>());
  return time.ok() ? std::optional<UnixMillis>(*time) : std::nullopt;
}

}  // namespace

HealthItem BackupItem(const std::filesystem::path& file, UnixMillis now) {
  std::ifstream in(file);
  if (!in) return MakeHealthItem("backup", "backup_none", 0);
  json last = json::parse(in, nullptr, /*allow_exceptions=*/false);
  std::optional<UnixMillis> at = last.is_object() ? TimeIn(last.value("at", json())) : std::nullopt;
  if (!at.has_value()) return MakeHealthItem("backup", "unknown", 0);
  int64_t seconds = (now - *at) / 1000;
  const json well = last.value("ok", json());
  bool failed = !well.is_boolean() || !well.get<bool>();
  return MakeHealthItem("backup",
                        failed                        ? "backup_failed"
                        : seconds > kOldBackupSeconds ? "backup_old"
                                                      : "ok",
                        seconds);
}

HealthItem ClockItem(absl::Duration jump) {
  return MakeHealthItem("clock", jump == absl::ZeroDuration() ? "ok" : "clock_jumped", absl::ToInt64Seconds(jump));
}

void WatchEdge(HealthBoard& board, const std::filesystem::path& data, std::shared_ptr<tls::Context> tls,
               const Clock& clock) {
  board.Add([folder = data.string()] { return DiskItem(folder.c_str()); });
  board.Add([] { return ClockItem(SystemTime::OfMachine().Jump()); });
  board.Add([file = data / "backup" / "last.json", &clock] { return BackupItem(file, clock.Now()); });
  if (tls == nullptr) return;
  board.Add([tls = std::move(tls), &clock] {
    return CertificateItem("certificate", tls->Expiry() - absl::FromUnixMillis(clock.Now()));
  });
}

}  // namespace academy::edge
