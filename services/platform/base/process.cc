#include "services/platform/base/process.h"

#include <malloc.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "services/platform/base/log.h"
#include "services/platform/base/replacement.h"
#include "services/platform/base/status.h"
#include "services/platform/base/system_time.h"
#include "services/platform/files/durable_folder.h"

namespace academy {
namespace {

constexpr int kMaxFreeInArena = 8 * 1024 * 1024;
constexpr int kMaxInArena = 4 * 1024 * 1024;

absl::Status Failed(const std::string& what, const std::filesystem::path& path) {
  return Error(absl::StatusCode::kFailedPrecondition, "file_error",
               what + " " + path.string() + ": " + std::strerror(errno));
}

// Writes atomically: other processes poll for these files and must never read half of one.
absl::Status WriteWhole(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path draft = path.string() + "." + std::to_string(getpid());
  {
    std::ofstream out(draft, std::ios::trunc);
    out << text << '\n';
    if (!out.flush()) return Failed("cannot write", draft);
  }
  if (::rename(draft.c_str(), path.c_str()) != 0) return Failed("cannot write", path);
  return absl::OkStatus();
}

// Continues the time of the processes that the academy has started before, so that one that is started again does not
// believe a clock that jumped meanwhile. The file is removed when the academy starts, and says nothing of another boot.
absl::Status ContinueTime(const std::filesystem::path& file) {
  std::string boot;
  std::ifstream names("/proc/sys/kernel/random/boot_id");
  std::getline(names, boot);
  std::string note;
  std::ifstream in(file);
  std::getline(in, note);
  SystemTime& time = SystemTime::OfMachine();
  absl::Status written;
  if (!time.Continue(note, boot)) written = WriteWhole(file, time.Note(boot));
  time.Keep(boot, [file](const std::string& text) { WriteWhole(file, text).IgnoreError(); });
  return written;
}

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

absl::StatusOr<Process> Process::Start(std::string name, const std::filesystem::path& data, KeyFolder::Missing missing,
                                       std::optional<FileLock> inherited) {
  sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  // Debian's Abseil enables deadlock detection, which slows down every lock.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  InitLog(name);
  // By default malloc keeps eight arenas per core, each with its own half-empty pages.
  ::mallopt(M_ARENA_MAX, static_cast<int>(2 * std::max(2U, std::thread::hardware_concurrency())));
  // By default malloc also returns more than 128 KiB freed at the end of an arena to the system. The next long response
  // would fault those pages in again, which takes a fifth of its time.
  ::mallopt(M_TRIM_THRESHOLD, kMaxFreeInArena);
  ::mallopt(M_MMAP_THRESHOLD, kMaxInArena);

  Process process;
  process.name_ = std::move(name);
  process.metrics_ = std::make_unique<Metrics>(process.name_);
  process.data_ = std::filesystem::absolute(data);
  process.run_folder_ = process.data_ / "run";
  process.folder_ = process.data_ / process.name_;
  RETURN_IF_ERROR(MakeDurableFolder(process.run_folder_));
  RETURN_IF_ERROR(MakeDurableFolder(process.folder_));
  ::chmod(process.run_folder_.c_str(), 0700);
  ::chmod(process.folder_.c_str(), 0700);
  const bool successor = inherited.has_value();
  if (successor) {
    process.lock_ = std::move(inherited);
  } else {
    ASSIGN_OR_RETURN(process.lock_, FileLock::Take(process.run_folder_ / (process.name_ + ".lock")));
  }
  RETURN_IF_ERROR(ContinueTime(process.run_folder_ / "clock"));
  RETURN_IF_ERROR(Replacement::OfAcademy().Watch(process.run_folder_ / "replacement"));
  ASSIGN_OR_RETURN(process.keys_, KeyFolder::Open(process.data_, missing));
  if (!successor) RETURN_IF_ERROR(process.WriteId());
  return process;
}

std::filesystem::path Process::IdFile() const { return run_folder_ / (name_ + ".pid"); }

absl::Status Process::WriteId() const { return WriteWhole(IdFile(), std::to_string(getpid())); }

std::string Process::SocketOf(const std::string& service) const {
  return "unix:" + (run_folder_ / (service + ".sock")).string();
}

absl::Status Process::PublishAddress(const std::string& address) const {
  RETURN_IF_ERROR(WriteId());
  return WriteWhole(run_folder_ / (name_ + ".addr"), address);
}

void Process::AwaitStop(const std::function<void()>& reload) const {
  sigset_t signals = StopSignals();
  int received = 0;
  while (sigwait(&signals, &received) == 0 && received == SIGHUP && reload) reload();
  LogInfo("stopping", {{"signal", received}});
}

bool Process::StopsWithin(absl::Duration at_most) const {
  sigset_t signals = StopSignals();
  sigdelset(&signals, SIGHUP);
  timespec time = absl::ToTimespec(at_most);
  return sigtimedwait(&signals, nullptr, &time) > 0;
}

void Process::CleanUp() const {
  std::ifstream in(IdFile());
  pid_t owner = 0;
  if (in >> owner && owner != getpid()) return;
  std::error_code ignored;
  std::filesystem::remove(IdFile(), ignored);
  std::filesystem::remove(run_folder_ / (name_ + ".addr"), ignored);
}

}  // namespace academy
