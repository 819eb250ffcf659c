#include "services/backup/check/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

absl::Status Failed(const std::string& program, const std::string& why) {
  return Error(absl::StatusCode::kInternal, "program_failed",
               std::filesystem::path(program).filename().string() + " failed: " + why);
}

// `output` becomes its standard output; -1 for the log.
absl::StatusOr<pid_t> Spawn(const std::vector<std::string>& words, const std::filesystem::path& log, int output) {
  // gRPC has threads here, so that nothing may run between fork and exec: setpriv asks for the signal.
  std::vector<std::string> all = {"setpriv", "--pdeathsig", "KILL", "--"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  pointers.reserve(all.size() + 1);
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&files, output < 0 ? STDERR_FILENO : output, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t pid = 0;
  int failed = posix_spawnp(&pid, "setpriv", &files, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) return Failed(words.front(), std::strerror(failed));
  return pid;
}

int Await(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string ReadAll(int fd) {
  std::string text;
  char buffer[4096];
  while (true) {
    ssize_t got = ::read(fd, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer, static_cast<size_t>(got));
  }
}

}  // namespace

absl::StatusOr<std::string> RunProgram(const std::vector<std::string>& words, const std::filesystem::path& log) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Failed(words.front(), std::strerror(errno));
  absl::StatusOr<pid_t> pid = Spawn(words, log, ends[1]);
  ::close(ends[1]);
  std::string printed = pid.ok() ? ReadAll(ends[0]) : std::string();
  ::close(ends[0]);
  RETURN_IF_ERROR(pid.status());
  int status = Await(*pid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return printed;
  std::string how = WIFEXITED(status) ? "exit code " + std::to_string(WEXITSTATUS(status))
                                      : "signal " + std::to_string(WTERMSIG(status));
  return Failed(words.front(), how + (printed.empty() ? "" : ", " + printed));
}

absl::StatusOr<Child> Child::Start(const std::vector<std::string>& words, const std::filesystem::path& log) {
  ASSIGN_OR_RETURN(pid_t pid, Spawn(words, log, -1));
  return Child(pid);
}

// Nothing of what it has is kept, so it need not drain.
Child::~Child() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  Await(pid_);
}

bool Child::End(int signal) {
  if (pid_ <= 0) return false;
  ::kill(pid_, signal);
  int status = Await(std::exchange(pid_, 0));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool Child::Runs() {
  if (pid_ <= 0) return false;
  if (::waitpid(pid_, nullptr, WNOHANG) != pid_) return true;
  pid_ = 0;
  return false;
}

}  // namespace academy::backup
