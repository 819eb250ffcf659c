// What every academy process does alike: run folder, pid file, internal credential, signals, logs,
// metrics.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/metrics.h"

namespace academy {

// One process, named `auth`, `catalog`, `enrollment`, `presence` or `edge`. Make it first in main: it blocks the stop
// signals for all threads that follow. Not thread-safe.
class Process {
 public:
  // Makes `data`/run and `data`/<name>, writes `data`/run/<name>.pid, loads or makes the internal credential.
  // FAILED_PRECONDITION names what is in the way.
  static absl::StatusOr<Process> Start(std::string name, const std::filesystem::path& data);

  const std::string& name() const { return name_; }
  // Hex of 256 random bits, the same for all processes over one data folder.
  const std::string& credential() const { return credential_; }
  // The academy's data folder, absolute.
  const std::filesystem::path& data() const { return data_; }
  // `data`/<name>: this process' own files.
  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& run_folder() const { return run_folder_; }
  // What the whole process counts and measures; as long-lived as this. Thread-safe.
  Metrics& metrics() const { return *metrics_; }
  // `unix:<data>/run/<service>.sock`.
  std::string SocketOf(const std::string& service) const;

  // Publishes where this process is reached, as `data`/run/<name>.addr, once it accepts calls.
  absl::Status PublishAddress(const std::string& address) const;

  // Waits for SIGTERM or SIGINT. SIGHUP calls `reload`; without one it stops as well.
  void AwaitStop(const std::function<void()>& reload = {}) const;

  // Removes the pid and address files.
  void CleanUp() const;

 private:
  Process() = default;

  std::string name_;
  std::string credential_;
  std::filesystem::path data_;
  std::filesystem::path folder_;
  std::filesystem::path run_folder_;
  std::unique_ptr<Metrics> metrics_;
};

}  // namespace academy
