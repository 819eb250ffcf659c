// The time that all processes of one database share, so that what one of them writes as a time (the end of a lease or a
// session) another one reads as the same moment, however far apart their machines' clocks are.
//
// Thread-safe. Asks a server on a thread of its own, from construction to destruction.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy {

class DatabaseClock final : public Clock {
 public:
  // A server's time that differs by more from the one shared until then is not taken: the clock of one machine must not
  // end all sessions at once (as SystemTime).
  static constexpr absl::Duration kMaxJump = absl::Minutes(2);
  static constexpr absl::Duration kInterval = absl::Seconds(10);

  // Where readings come from; tests replace them.
  struct Source {
    std::function<absl::StatusOr<UnixMillis>()> server;
    // Since any moment.
    std::function<absl::Duration()> steady;
  };

  // Is `machine` on SQLite, and if `machine` is not the system's, which only tests have. On a server its time is asked
  // before this returns; until the server answers, the machine's is used. Both must outlive this.
  DatabaseClock(Database& database, const Clock& machine);
  // Asks only when Ask is called.
  DatabaseClock(Source source, const Clock& machine);

  UnixMillis Now() const override;

  // Follows the server's time. FAILED_PRECONDITION if it has jumped; errors of the source.
  absl::Status Ask();

 private:
  static constexpr int64_t kUnknown = INT64_MIN;

  const Source source_;
  const Clock& machine_;
  // Milliseconds from the steady clock's time to the server's.
  std::atomic<int64_t> ahead_ = kUnknown;
  // Last, because its thread uses the members above.
  std::optional<PeriodicTask> asking_;
};

}  // namespace academy
