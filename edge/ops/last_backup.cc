#include "edge/ops/last_backup.h"

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>

namespace academy::edge {

double LastGoodBackup(const std::filesystem::path& data) {
  std::ifstream in(data / "backup" / "last-good.json");
  nlohmann::json last = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  if (!last.is_object() || !last.contains("at") || !last["at"].is_number_integer()) return 0;
  return static_cast<double>(last["at"].get<int64_t>()) / 1000;
}

}  // namespace academy::edge
