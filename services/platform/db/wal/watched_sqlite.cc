#include "services/platform/db/wal/watched_sqlite.h"

#include <sqlite3.h>

#include <deque>
#include <map>
#include <new>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/db/connection.h"

namespace academy {
namespace {

// Of SQLite's format of shared memory: the lock that a checkpoint holds.
constexpr int kCheckpointLock = 1;

struct Watched {
  WatchedSqlite::Deeds deeds;
  // Used only by the connection's thread.
  bool in_checkpoint = false;
};

// The connection whose file this thread used last. SQLite opens a connection's log after using its database.
thread_local Watched* last_used = nullptr;

}  // namespace

struct WatchedSqlite::State {
  struct Vfs : sqlite3_vfs {
    State* state;
  };

  void Reach(Point point) {
    std::function<void()> action;
    {
      absl::MutexLock lock(&mutex);
      auto found = actions.find(point);
      if (found == actions.end()) return;
      action = std::move(found->second);
      actions.erase(found);
    }
    action();
  }

  void Note(Watched& connection, bool Deeds::*deed) {
    absl::MutexLock lock(&mutex);
    connection.deeds.*deed = true;
  }

  std::string file;
  sqlite3_vfs* real = nullptr;
  Vfs vfs{};
  sqlite3_io_methods methods{};
  mutable absl::Mutex mutex;
  // A deque, because files point into it.
  std::deque<Watched> connections ABSL_GUARDED_BY(mutex);
  std::map<Point, std::function<void()>> actions ABSL_GUARDED_BY(mutex);
};

namespace {

using State = WatchedSqlite::State;
using Point = WatchedSqlite::Point;
using Deeds = WatchedSqlite::Deeds;

// SQLite allocates it, with the real file behind it.
struct File : sqlite3_file {
  State* state;
  // Null for files that are not watched.
  Watched* connection;
  bool is_log;
};

File& Of(sqlite3_file* file) { return *static_cast<File*>(file); }
sqlite3_file* RealOf(sqlite3_file* file) { return reinterpret_cast<sqlite3_file*>(&Of(file) + 1); }

template <auto kMethod, typename Result, typename... Args>
Result Pass(sqlite3_file* file, Args... args) {
  if (Of(file).connection != nullptr) last_used = Of(file).connection;
  sqlite3_file* real = RealOf(file);
  return (real->pMethods->*kMethod)(real, args...);
}

int Write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  File& own = Of(file);
  if (own.connection != nullptr) {
    if (own.connection->in_checkpoint && !own.is_log) own.state->Reach(Point::kCopy);
    own.state->Note(*own.connection, own.is_log ? &Deeds::wrote_log : &Deeds::wrote_database);
  }
  return Pass<&sqlite3_io_methods::xWrite, int>(file, data, size, offset);
}

int Lock(sqlite3_file* file, int level) {
  File& own = Of(file);
  if (own.connection != nullptr && level == SQLITE_LOCK_EXCLUSIVE) own.state->Note(*own.connection, &Deeds::excluded);
  return Pass<&sqlite3_io_methods::xLock, int>(file, level);
}

int LockSharedMemory(sqlite3_file* file, int first, int count, int flags) {
  File& own = Of(file);
  // A recovery of the log locks several at once.
  bool checkpoint = own.connection != nullptr && first == kCheckpointLock && count == 1;
  bool locks = (flags & SQLITE_SHM_LOCK) != 0;
  if (checkpoint && locks) own.state->Reach(Point::kCheckpoint);
  int result = Pass<&sqlite3_io_methods::xShmLock, int>(file, first, count, flags);
  if (checkpoint && result == SQLITE_OK) {
    own.connection->in_checkpoint = locks;
    own.state->Note(*own.connection, &Deeds::checkpointed);
  }
  return result;
}

// SQLite drops all mapped pages when a checkpoint finds that the log has changed.
int Unfetch(sqlite3_file* file, sqlite3_int64 offset, void* page) {
  File& own = Of(file);
  if (page == nullptr && own.connection != nullptr && own.connection->in_checkpoint) {
    own.state->Reach(Point::kLengthRead);
  }
  return Pass<&sqlite3_io_methods::xUnfetch, int>(file, offset, page);
}

int Open(sqlite3_vfs* vfs, sqlite3_filename name, sqlite3_file* file, int flags, int* flags_out) {
  State& state = *static_cast<State::Vfs*>(vfs)->state;
  File* own = new (file) File{};
  own->state = &state;
  int result = state.real->xOpen(state.real, name, RealOf(file), flags, flags_out);
  if (RealOf(file)->pMethods == nullptr) return result;
  own->pMethods = &state.methods;
  if (name == nullptr) return result;
  if ((flags & SQLITE_OPEN_MAIN_DB) != 0 && name == state.file) {
    absl::MutexLock lock(&state.mutex);
    own->connection = &state.connections.emplace_back();
  }
  if ((flags & SQLITE_OPEN_WAL) != 0 && name == state.file + "-wal") {
    own->connection = last_used;
    own->is_log = true;
  }
  return result;
}

sqlite3_io_methods Methods(WatchedSqlite::SharedMemory memory) {
  using M = sqlite3_io_methods;
  return {.iVersion = memory == WatchedSqlite::SharedMemory::kMissing ? 1 : 3,
          .xClose = Pass<&M::xClose>,
          .xRead = Pass<&M::xRead>,
          .xWrite = Write,
          .xTruncate = Pass<&M::xTruncate>,
          .xSync = Pass<&M::xSync>,
          .xFileSize = Pass<&M::xFileSize>,
          .xLock = Lock,
          .xUnlock = Pass<&M::xUnlock>,
          .xCheckReservedLock = Pass<&M::xCheckReservedLock>,
          .xFileControl = Pass<&M::xFileControl>,
          .xSectorSize = Pass<&M::xSectorSize>,
          .xDeviceCharacteristics = Pass<&M::xDeviceCharacteristics>,
          .xShmMap = Pass<&M::xShmMap>,
          .xShmLock = LockSharedMemory,
          .xShmBarrier = Pass<&M::xShmBarrier>,
          .xShmUnmap = Pass<&M::xShmUnmap>,
          .xFetch = Pass<&M::xFetch>,
          .xUnfetch = Unfetch};
}

}  // namespace

WatchedSqlite::WatchedSqlite(const std::filesystem::path& file, SharedMemory memory)
    : state_(std::make_unique<State>()) {
  // Registering initializes the library, and then it is too late to configure it.
  PrepareSqlite();
  state_->file = std::filesystem::weakly_canonical(file).string();
  state_->methods = Methods(memory);
  state_->real = sqlite3_vfs_find(nullptr);
  static_cast<sqlite3_vfs&>(state_->vfs) = *state_->real;
  state_->vfs.state = state_.get();
  state_->vfs.zName = "watched";
  state_->vfs.szOsFile = static_cast<int>(sizeof(File)) + state_->real->szOsFile;
  state_->vfs.xOpen = Open;
  sqlite3_vfs_register(&state_->vfs, /*makeDflt=*/1);
}

WatchedSqlite::~WatchedSqlite() {
  sqlite3_vfs_unregister(&state_->vfs);
  sqlite3_vfs_register(state_->real, /*makeDflt=*/1);
}

void WatchedSqlite::At(Point point, std::function<void()> action) {
  absl::MutexLock lock(&state_->mutex);
  state_->actions[point] = std::move(action);
}

bool WatchedSqlite::Waits(Point point) const {
  absl::MutexLock lock(&state_->mutex);
  return state_->actions.contains(point);
}

std::vector<Deeds> WatchedSqlite::Connections() const {
  absl::MutexLock lock(&state_->mutex);
  std::vector<Deeds> all;
  for (const Watched& connection : state_->connections) all.push_back(connection.deeds);
  return all;
}

}  // namespace academy
