#include "edge/ops/request_log.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/log_file.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

constexpr std::string_view kStandardOutput = "-";
// How long lines are gathered before they are written.
constexpr absl::Duration kGather = absl::Milliseconds(50);

// Standard output is not opened, so that it may be replaced (log_file.h).
int OpenFile(const std::string& path) { return path == kStandardOutput ? STDOUT_FILENO : OpenToAppend(path); }

}  // namespace

absl::StatusOr<std::unique_ptr<RequestLog>> RequestLog::Open(RequestLogOptions options, const Clock& clock) {
  int fd = OpenFile(options.path);
  if (fd < 0) {
    return Error(absl::StatusCode::kFailedPrecondition, "storage_error",
                 "The " + options.name + " " + options.path + " cannot be opened: " + std::strerror(errno));
  }
  return std::unique_ptr<RequestLog>(new RequestLog(std::move(options), fd, clock));
}

RequestLog::RequestLog(RequestLogOptions options, int fd, const Clock& clock)
    : options_(std::move(options)), clock_(clock), fd_(fd) {
  writer_ = std::thread([this] { Run(); });
}

RequestLog::~RequestLog() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    ended_.Changed();
  }
  writer_.join();
  Use(-1);
}

void RequestLog::Add(const http::Served& served) {
  Line line{.at = clock_.Now(), .served = served};
  absl::MutexLock lock(&mutex_);
  if (waiting_.size() >= kMaxWaiting) {
    ++dropped_;
    return;
  }
  waiting_.push_back(std::move(line));
}

void RequestLog::Reopen() {
  absl::MutexLock lock(&mutex_);
  reopen_ = true;
}

uint64_t RequestLog::dropped() const {
  absl::MutexLock lock(&mutex_);
  return dropped_;
}

void RequestLog::Run() {
  std::vector<Line> lines;
  std::string text;
  while (true) {
    bool reopen = false;
    bool stopping = false;
    uint64_t dropped = 0;
    {
      absl::MutexLock lock(&mutex_);
      mutex_.Await(absl::Condition(this, &RequestLog::HasWork));
      // One write for many lines.
      ended_.Await(mutex_, kGather, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; });
      lines.swap(waiting_);
      reopen = std::exchange(reopen_, false);
      stopping = stopping_;
      dropped = dropped_;
    }
    if (reopen) OpenAgain();
    if (torn_) text += '\n';
    if (dropped > reported_) {
      absl::StrAppendFormat(&text, "{\"time\":\"%s\",\"dropped\":%d}\n", FormatTime(clock_.Now()), dropped - reported_);
    }
    for (const Line& line : lines) options_.append(text, line.at, line.served);
    if (Write(text)) {
      reported_ = dropped;
      RotateWhenFull();
    } else {
      Lose(lines.size());
    }
    lines.clear();
    text.clear();
    if (stopping) return;
  }
}

void RequestLog::OpenAgain() {
  int fd = OpenFile(options_.path);
  if (fd < 0) {
    return LogError("a log was not opened again, the previous file stays in use",
                    {{"log", options_.name}, {"error", std::strerror(errno)}});
  }
  Use(fd);
}

void RequestLog::Use(int fd) {
  int before = std::exchange(fd_, fd);
  if (before != STDOUT_FILENO) ::close(before);
  torn_ = false;
}

void RequestLog::RotateWhenFull() {
  if (options_.path == kStandardOutput) return RotateLogFile();
  if (int fresh = RotateIfFull(options_.path, fd_, options_.bounds); fresh >= 0) Use(fresh);
}

bool RequestLog::Write(std::string_view text) {
  while (!text.empty()) {
    ssize_t n = ::write(fd_, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      if (!std::exchange(complained_, true)) {
        LogError("a log cannot be written", {{"log", options_.name}, {"error", std::strerror(errno)}});
      }
      return false;
    }
    torn_ = text[static_cast<size_t>(n) - 1] != '\n';
    text.remove_prefix(static_cast<size_t>(n));
  }
  complained_ = false;
  return true;
}

void RequestLog::Lose(uint64_t lines) {
  absl::MutexLock lock(&mutex_);
  dropped_ += lines;
}

}  // namespace academy::edge
