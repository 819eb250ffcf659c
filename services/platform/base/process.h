// The parts common to every academy process: run folder, pid file, keys, signals, logs, metrics.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/platform/base/file_lock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/keys/key_folder.h"

namespace academy {

// One process, named `auth`, `catalog`, `enrollment`, `presence` or `edge`. Create it first in main: it blocks the stop
// signals for all threads started later. Not thread-safe.
class Process {
 public:
  // Creates `data`/run and `data`/<name>, writes `data`/run/<name>.pid, continues the time in `data`/run/clock (see
  // SystemTime), and opens `data`/keys. FAILED_PRECONDITION
  // names the cause, such as another process of this name on the folder. With the lock of that other process, whose
  // place this one takes, it leaves that one's files alone until PublishAddress.
  static absl::StatusOr<Process> Start(std::string name, const std::filesystem::path& data,
                                       KeyFolder::Missing missing = KeyFolder::Missing::kMake,
                                       std::optional<FileLock> inherited = {});

  const std::string& name() const { return name_; }
  // The academy's keys.
  const KeyFolder& keys() const { return *keys_; }
  // The academy's data folder, absolute.
  const std::filesystem::path& data() const { return data_; }
  // `data`/<name>: this process's own files.
  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& run_folder() const { return run_folder_; }
  // To be passed on to a process that takes this one's place; until GiveUpLock.
  const FileLock& lock() const { return *lock_; }
  // Once that process has it: otherwise nobody could take it when that one has ended.
  void GiveUpLock() { lock_.reset(); }
  // The metrics of the whole process; live as long as this object. Thread-safe.
  Metrics& metrics() const { return *metrics_; }
  // `unix:<data>/run/<service>.sock`.
  std::string SocketOf(const std::string& service) const;

  // Writes this process's id and address to `data`/run/<name>.pid and .addr. Call once it accepts calls.
  absl::Status PublishAddress(const std::string& address) const;

  // Blocks until SIGTERM or SIGINT. SIGHUP calls `reload`; without `reload` it stops the process as well.
  void AwaitStop(const std::function<void()>& reload = {}) const;
  // After AwaitStop: whether SIGTERM or SIGINT comes, again, within the time.
  bool StopsWithin(absl::Duration at_most) const;

  // Removes the pid and address files, unless they are those of a process that has taken this one's place.
  void CleanUp() const;

 private:
  Process() = default;

  std::filesystem::path IdFile() const;
  absl::Status WriteId() const;

  std::string name_;
  // Held by the process for as long as it lives, so that two of a name never share a folder.
  std::optional<FileLock> lock_;
  std::optional<KeyFolder> keys_;
  std::filesystem::path data_;
  std::filesystem::path folder_;
  std::filesystem::path run_folder_;
  std::unique_ptr<Metrics> metrics_;
};

}  // namespace academy
