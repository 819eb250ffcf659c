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
#include <chrono>
#include <cstring>
#include <string>
#include <utility>

#include "services/catalog/media/sandbox.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr size_t kMaxOutput = 1 << 20;
constexpr size_t kMaxErrors = 4096;

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

// State that the child needs between fork and exec, where only async-signal-safe calls are allowed. All memory is
// allocated before the fork.
struct ChildSetup {
  // The descriptors become the child's standard output and standard error.
  ChildSetup(const ChildOptions& options, int output_fd, int errors_fd)
      : folder(options.folder.c_str()),
        output(output_fd),
        errors(errors_fd),
        niceness(options.niceness),
        file_limit(options.file_limit),
        memory_limit(options.memory_limit),
        variables({"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + options.folder.string()}),
        sandbox({.readable = options.readable, .writable = {options.folder}}) {
    for (const char* place : {"/usr/local/bin/", "/usr/bin/", "/bin/"}) {
      programs.push_back(place + options.argv.front());
    }
    for (const std::string& argument : options.argv) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
  }

  const char* folder;
  int output;
  int errors;
  int niceness;
  int64_t file_limit;
  int64_t memory_limit;
  std::vector<std::string> programs;
  std::vector<char*> argv;
  // Nothing is inherited from this process's environment, which may hold secrets.
  std::vector<std::string> variables;
  std::vector<char*> environment;
  Sandbox sandbox;
};

[[noreturn]] void BecomeChild(const ChildSetup& setup) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setpriority(PRIO_PROCESS, 0, setup.niceness);
  Limit(RLIMIT_FSIZE, setup.file_limit);
#if !defined(__SANITIZE_THREAD__)
  // ThreadSanitizer's shadow alone is larger than any limit.
  Limit(RLIMIT_AS, setup.memory_limit);
#endif
  Limit(RLIMIT_CORE, 0);
  Limit(RLIMIT_NOFILE, 256);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  // Ends a child at its limit.
  ::signal(SIGXFSZ, SIG_DFL);
  int null = ::open("/dev/null", O_RDONLY);
  if (null < 0 || ::chdir(setup.folder) != 0 || ::dup2(null, 0) < 0 || ::dup2(setup.output, 1) < 0 ||
      ::dup2(setup.errors, 2) < 0) {
    ::_exit(126);
  }
  if (!setup.sandbox.Enter()) ::_exit(126);
  ::syscall(SYS_close_range, 3U, ~0U, 0U);
  for (const std::string& program : setup.programs) {
    ::execve(program.c_str(), setup.argv.data(), setup.environment.data());
  }
  ::_exit(127);
}

// Reads what is available without blocking; returns false at the end of the file.
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
    if (pending_.size() > kMaxOutput) pending_.clear();
  }

 private:
  const std::function<void(std::string_view)>& on_line_;
  std::string pending_;
};

// Collects the child's output, within limits.
class OutputCollector {
 public:
  explicit OutputCollector(const ChildOptions& options) : options_(options), lines_(options.on_line) {}

  void AddOutput(std::string_view text) {
    if (options_.on_line) {
      lines_.Add(text);
    } else if (output_.size() < kMaxOutput) {
      output_ += text;
    }
  }
  void AddErrors(std::string_view text) {
    errors_ += text;
    if (errors_.size() > kMaxErrors) errors_.erase(0, errors_.size() - kMaxErrors);
  }

  std::string TakeOutput() { return std::move(output_); }
  std::string TakeErrors() { return std::move(errors_); }

 private:
  const ChildOptions& options_;
  Lines lines_;
  std::string output_;
  std::string errors_;
};

absl::Status Failed(const char* what) {
  return absl::InternalError(std::string("cannot start a program: ") + what + ": " + std::strerror(errno));
}

// A running child with the pipes it writes to.
struct Child {
  void ReadOutput(OutputCollector& collector) {
    auto add = [&](std::string_view text) { collector.AddOutput(text); };
    if (output.read.get() >= 0 && !Drain(output.read, add)) output.read.Close();
  }
  void ReadErrors(OutputCollector& collector) {
    auto add = [&](std::string_view text) { collector.AddErrors(text); };
    if (errors.read.get() >= 0 && !Drain(errors.read, add)) errors.read.Close();
  }

  pid_t pid = -1;
  // A pidfd, readable once the child has ended.
  Descriptor process;
  Pipe output;
  Pipe errors;
};

enum class Ending { kExited, kStopped, kTimedOut };

// Reads the child's output until the child ends, `wake` is readable, or the time limit is reached.
Ending Await(Child& child, const Descriptor& wake, absl::Duration time_limit, OutputCollector& collector) {
  if (child.process.get() < 0) return Ending::kStopped;
  // Monotonic: a system clock that is set forward must not end hours of work.
  auto deadline = std::chrono::steady_clock::now() + absl::ToChronoMilliseconds(time_limit);
  while (true) {
    struct pollfd polled[] = {{child.process.get(), POLLIN, 0},
                              {wake.get(), POLLIN, 0},
                              {child.output.read.get(), POLLIN, 0},
                              {child.errors.read.get(), POLLIN, 0}};
    int64_t left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    if (left <= 0) return Ending::kTimedOut;
    int ready = ::poll(polled, 4, static_cast<int>(std::min<int64_t>(left + 1, 1 << 30)));
    if (ready < 0 && errno != EINTR) return Ending::kExited;
    if (polled[2].revents != 0) child.ReadOutput(collector);
    if (polled[3].revents != 0) child.ReadErrors(collector);
    bool exited = (polled[0].revents & POLLIN) != 0;
    if ((polled[1].revents & POLLIN) != 0) return Ending::kStopped;
    if (exited) return Ending::kExited;
  }
}

// Kills the child and its descendants, which would otherwise keep running; harmless if all have ended. Returns the
// child's wait status.
int KillAndReap(pid_t pid) {
  ::kill(-pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

absl::Status Start(const ChildOptions& options, Child& child) {
  if (!child.output.Open() || !child.errors.Open()) return Failed("pipe");
  ChildSetup setup(options, child.output.write.get(), child.errors.write.get());
  child.pid = Sandbox::Fork();
  if (child.pid < 0) return Failed("fork");
  if (child.pid == 0) BecomeChild(setup);
  ::setpgid(child.pid, child.pid);
  child.process.Reset(static_cast<int>(::syscall(SYS_pidfd_open, child.pid, 0)));
  child.output.write.Close();
  child.errors.write.Close();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ChildResult> RunChild(const ChildOptions& options, const std::stop_token& stop) {
  if (stop.stop_requested()) return absl::CancelledError("stopping");
  Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (wake.get() < 0) return Failed("eventfd");
  Child child;
  RETURN_IF_ERROR(Start(options, child));
  std::stop_callback on_stop(stop, [&] {
    uint64_t one = 1;
    [[maybe_unused]] ssize_t written = ::write(wake.get(), &one, sizeof(one));
  });

  OutputCollector collector(options);
  Ending ending = Await(child, wake, options.time_limit, collector);
  int status = KillAndReap(child.pid);
  if (ending == Ending::kStopped) return absl::CancelledError("stopping");
  child.ReadOutput(collector);
  child.ReadErrors(collector);
  ChildResult result{
      .timed_out = ending == Ending::kTimedOut, .output = collector.TakeOutput(), .errors = collector.TakeErrors()};
  if (!result.timed_out && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (!result.timed_out && WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (result.exit_code == 126) return absl::InternalError(options.argv.front() + " cannot be confined");
  if (result.exit_code == 127) return absl::InternalError(options.argv.front() + " is not installed");
  return result;
}

}  // namespace academy::catalog
