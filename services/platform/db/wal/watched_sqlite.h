// Shows what each of SQLite's connections does to the files of one database, and runs a test's code at exact points
// within them.
//
// Test only. Thread-safe; code of the test runs on the thread of the connection that reached the point. Connections
// that are opened while this exists are watched, and must be closed before it ends. One at a time in a process.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace academy {

class WatchedSqlite {
 public:
  enum class Point {
    // A connection is about to take the lock of checkpoints.
    kCheckpoint,
    // A checkpoint has taken its lock and read how long the log is, and not yet how much of it is copied. Not reached
    // if the log is as the connection has last seen it.
    kLengthRead,
    // A checkpoint is about to copy a page into the database.
    kCopy,
  };

  // Of one connection.
  struct Deeds {
    bool wrote_log = false;
    bool wrote_database = false;
    // Took the lock of checkpoints.
    bool checkpointed = false;
    // Tried to lock everybody else out, as a connection does to checkpoint when it is closed.
    bool excluded = false;

    bool OnlyRead() const { return !wrote_log && !wrote_database && !checkpointed && !excluded; }
  };

  enum class SharedMemory { kAsUsual, kMissing };

  // Watches the database in `file`. With kMissing SQLite cannot map memory, as in some file systems.
  explicit WatchedSqlite(const std::filesystem::path& file, SharedMemory memory = SharedMemory::kAsUsual);
  ~WatchedSqlite();

  // Runs `action`, instead of an earlier one, when a connection next reaches `point`, once. `action` must not use that
  // connection.
  void At(Point point, std::function<void()> action);
  // Whether no connection has reached `point` since At was called.
  bool Waits(Point point) const;
  // One for each connection, closed ones included.
  std::vector<Deeds> Connections() const;

  // Defined in the .cc, whose callbacks of SQLite need them.
  struct State;

 private:
  const std::unique_ptr<State> state_;
};

}  // namespace academy
