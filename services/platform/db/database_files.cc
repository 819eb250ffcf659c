// What only a database in SQLite's files needs: compaction, the bound of the write-ahead log, the search for damage.
#include <sys/stat.h>

#include <string>

#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/db/connection.h"
#include "services/platform/db/damage/damage.h"
#include "services/platform/db/database.h"
#include "services/platform/db/trouble.h"

namespace academy {
namespace {

// How long reads are paused at most for the write-ahead log to begin again. Longer reads are waited for next time.
constexpr absl::Duration kMaxReadersPause = absl::Milliseconds(250);

}  // namespace

absl::Status Database::Compact() {
  if (engine_ != Engine::kSqlite || read_only_) return absl::OkStatus();
  absl::MutexLock lock(&writer_mutex_);
  auto is_free = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(writer_mutex_) {
    return !writer_->busy && writer_->group == nullptr;
  };
  writer_mutex_.Await(absl::Condition(&is_free));
  try {
    int busy = 0;
    writer_->session << "VACUUM";
    writer_->session << "PRAGMA wal_checkpoint(TRUNCATE)", soci::into(busy);
  } catch (...) {
    return CurrentExceptionStatus();
  }
  return absl::OkStatus();
}

int64_t Database::WalBytes() const {
  if (engine_ != Engine::kSqlite) return 0;
  struct stat found {};
  return ::stat((url_ + "-wal").c_str(), &found) == 0 ? static_cast<int64_t>(found.st_size) : 0;
}

// A checkpoint copies the log into the database, but the log begins again only when no read uses it.
void Database::BoundWal(DatabaseConnection& writer) {
  if (engine_ != Engine::kSqlite || WalBytes() < wal_bound_) return;
  bool idle = false;
  {
    absl::MutexLock lock(&readers_mutex_);
    readers_paused_ = true;
    idle = reader_returned_.Await(
        readers_mutex_, kMaxReadersPause,
        [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(readers_mutex_) { return idle_readers_.size() == readers_; });
  }
  if (idle) writer.CutWal();
  absl::MutexLock lock(&readers_mutex_);
  readers_paused_ = false;
  int64_t bytes = WalBytes();
  wal_bound_ = bytes < max_wal_bytes_ ? max_wal_bytes_ : bytes + max_wal_bytes_ / 4;
}

absl::Status Database::Check(const std::function<bool()>& stopping) const {
  if (engine_ != Engine::kSqlite) return absl::OkStatus();
  try {
    OwnedConnection connection = Connect(/*writer=*/false);
    return LookForDamage(connection->session, stopping);
  } catch (...) {
    absl::Status status = CurrentExceptionStatus();
    return TroubleOf(status) == trouble::kCorrupt ? DamageFound(std::string(MessageOf(status))) : status;
  }
}

}  // namespace academy
