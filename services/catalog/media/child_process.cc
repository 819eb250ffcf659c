#include "services/catalog/media/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "services/catalog/media/sandbox.h"

namespace academy::catalog {
namespace {

constexpr size_t kOutputLimit = 1 << 20;
constexpr size_t kErrorsLimit = 4096;

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  void Reset(int fd) {
    Close();
    fd_ = fd;
  }
  void Close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  bool Open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read.Reset(ends[0]);
    write.Reset(ends[1]);
    return ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
  }
};

void Limit(int resource, int64_t value) {
  struct rlimit limit = {static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// Between fork and exec only async-signal-safe calls are allowed, so all memory was prepared before.
struct Prepared {
  std::vector<std::string> programs;
  std::vector<char*> argv;
  std::vector<char*> environment;
  const char* folder;
  int output;
  int errors;
  int niceness;
  int64_t file_limit;
  int64_t memory_limit;
  const Sandbox& sandbox;
};

[[noreturn]] void BecomeChild(const Prepared& prepared) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpriority(PRIO_PROCESS, 0, prepared.niceness);
  Limit(RLIMIT_FSIZE, prepared.file_limit);
  Limit(RLIMIT_AS, prepared.memory_limit);
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_NOFILE, 256);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  int null = ::open("/dev/null", O_RDONLY);
  if (null < 0 || ::chdir(prepared.folder) != 0 || ::dup2(null, 0) < 0 || ::dup2(prepared.output, 1) < 0 ||
      ::dup2(prepared.errors, 2) < 0) {
    ::_exit(126);
  }
  if (!prepared.sandbox.Enter()) ::_exit(126);
  ::syscall(SYS_close_range, 3U, ~0U, 0U);
  for (const std::string& program : prepared.programs) {
    ::execve(program.c_str(), prepared.argv.data(), prepared.environment.data());
  }
  ::_exit(127);
}

// Reads what is there; false at the end of the file.
template <typename Take>
bool Drain(const Descriptor& fd, Take take) {
  char buffer[16 * 1024];
  while (true) {
    ssize_t got = ::read(fd.get(), buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    take(std::string_view(buffer, static_cast<size_t>(got)));
  }
}

class Lines {
 public:
  explicit Lines(const std::function<void(std::string_view)>& on_line) : on_line_(on_line) {}
  void Add(std::string_view text) {
    pending_ += text;
    size_t begin = 0;
    for (size_t end; (end = pending_.find('\n', begin)) != pending_.npos; begin = end + 1) {
      on_line_(std::string_view(pending_).substr(begin, end - begin));
    }
    pending_.erase(0, begin);
    if (pending_.size() > kOutputLimit) pending_.clear();
  }

 private:
  const std::function<void(std::string_view)>& on_line_;
  std::string pending_;
};

absl::Status Failed(const char* what) {
  return absl::InternalError(std::string("cannot start a program: ") + what + ": " + std::strerror(errno));
}

}  // namespace

absl::StatusOr<ChildResult> RunChild(const ChildOptions& options, const std::stop_token& stop) {
  if (stop.stop_requested()) return absl::CancelledError("stopping");
  Pipe output;
  Pipe errors;
  Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!output.Open() || !errors.Open() || wake.get() < 0) return Failed("pipe");

  Sandbox sandbox({.readable = options.readable, .writable = {options.folder}});
  Prepared prepared{.folder = options.folder.c_str(),
                    .output = output.write.get(),
                    .errors = errors.write.get(),
                    .niceness = options.niceness,
                    .file_limit = options.file_limit,
                    .memory_limit = options.memory_limit,
                    .sandbox = sandbox};
  for (const char* folder : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
    prepared.programs.push_back(folder + options.argv.front());
  }
  for (const std::string& argument : options.argv) prepared.argv.push_back(const_cast<char*>(argument.c_str()));
  prepared.argv.push_back(nullptr);
  // Nothing of our environment, which may hold secrets.
  std::string path = "PATH=/usr/local/bin:/usr/bin:/bin";
  std::string home = "HOME=" + options.folder.string();
  prepared.environment = {path.data(), home.data(), nullptr};

  pid_t pid = ::fork();
  if (pid < 0) return Failed("fork");
  if (pid == 0) BecomeChild(prepared);
  ::setpgid(pid, pid);
  Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  output.write.Close();
  errors.write.Close();
  std::stop_callback on_stop(stop, [&] {
    uint64_t one = 1;
    [[maybe_unused]] ssize_t written = ::write(wake.get(), &one, sizeof(one));
  });

  ChildResult result;
  Lines lines(options.on_line);
  auto take_output = [&](std::string_view text) {
    if (options.on_line) {
      lines.Add(text);
    } else if (result.output.size() < kOutputLimit) {
      result.output += text;
    }
  };
  auto take_errors = [&](std::string_view text) {
    result.errors += text;
    if (result.errors.size() > kErrorsLimit) result.errors.erase(0, result.errors.size() - kErrorsLimit);
  };
  absl::Time deadline = absl::Now() + options.time_limit;
  bool stopped = process.get() < 0;
  while (!stopped) {
    struct pollfd polled[] = {{process.get(), POLLIN, 0},
                              {wake.get(), POLLIN, 0},
                              {output.read.get(), POLLIN, 0},
                              {errors.read.get(), POLLIN, 0}};
    int64_t left = absl::ToInt64Milliseconds(deadline - absl::Now());
    if (left <= 0) {
      result.timed_out = true;
      break;
    }
    int ready = ::poll(polled, 4, static_cast<int>(std::min<int64_t>(left + 1, 1 << 30)));
    if (ready < 0 && errno != EINTR) break;
    if (polled[2].revents != 0 && !Drain(output.read, take_output)) output.read.Close();
    if (polled[3].revents != 0 && !Drain(errors.read, take_errors)) errors.read.Close();
    stopped = (polled[1].revents & POLLIN) != 0;
    if ((polled[0].revents & POLLIN) != 0) break;
  }
  // The group, since a child of the child would live on; harmless when all have ended.
  ::kill(-pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (stopped) return absl::CancelledError("stopping");
  if (output.read.get() >= 0) Drain(output.read, take_output);
  if (errors.read.get() >= 0) Drain(errors.read, take_errors);
  if (!result.timed_out && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (result.exit_code == 126) return absl::InternalError(options.argv.front() + " cannot be confined");
  if (result.exit_code == 127) return absl::InternalError(options.argv.front() + " is not installed");
  return result;
}

}  // namespace academy::catalog
