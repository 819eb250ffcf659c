// What the edge watches itself: the disk, the clock, the backups and its certificate.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <memory>

#include "academy/common/v1/health.pb.h"
#include "edge/tls/tls.h"
#include "services/platform/base/clock.h"
#include "services/platform/health/health_board.h"

namespace academy::edge {

// Adds `disk`, `clock`, `backup` and, if `tls` is not null, `certificate` to `board`.
void WatchEdge(HealthBoard& board, const std::filesystem::path& data, std::shared_ptr<tls::Context> tls,
               const Clock& clock = Clock::System());

// `backup`, from what the last backup wrote about itself: {"id", "at", "ok", ...}, where `at` is RFC 3339 or
// milliseconds since 1970.
common::v1::HealthItem BackupItem(const std::filesystem::path& file, UnixMillis now);

// `clock`, for one that has jumped by this.
common::v1::HealthItem ClockItem(absl::Duration jump);

}  // namespace academy::edge
