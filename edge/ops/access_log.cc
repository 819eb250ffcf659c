#include "edge/ops/access_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/json_text.h"

namespace academy::edge {
namespace {

constexpr std::string_view kStandardOutput = "-";
constexpr std::string_view kMediaPath = "/media/";
// Ids have 36 characters, names of the web app's files more, with a dot. Sessions' tokens have no dot, playback tokens
// have one.
constexpr size_t kMinToken = 40;
constexpr size_t kMinDottedToken = 80;
// How long lines are gathered before they are written.
constexpr absl::Duration kGather = absl::Milliseconds(50);

bool IsLikeToken(std::string_view segment) {
  return segment.size() >= kMinDottedToken || (segment.size() >= kMinToken && segment.find('.') == segment.npos);
}

int OpenFile(const std::string& path) {
  if (path == kStandardOutput) return ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

void AppendField(std::string& text, std::string_view name, std::string_view value) {
  text += ",\"";
  text += name;
  text += "\":";
  AppendJsonString(text, value);
}

void AppendLine(std::string& text, UnixMillis at, const http::Served& served) {
  text += "{\"time\":\"" + FormatTime(at) + '"';
  AppendField(text, "address", served.remote_address);
  AppendField(text, "method", served.method);
  AppendField(text, "path", ServedPath(served.path));
  absl::StrAppendFormat(&text, ",\"status\":%d,\"bytes\":%d,\"ms\":%.3f", served.status, served.bytes,
                        absl::ToDoubleMilliseconds(served.took));
  AppendField(text, "requestId", served.request_id);
  text += "}\n";
}

}  // namespace

std::string ServedPath(std::string_view path) {
  std::string shown;
  bool media = path.starts_with(kMediaPath);
  size_t segments = 0;
  while (true) {
    std::string_view segment = path.substr(0, path.find('/'));
    bool secret = (media && segments == 2) || IsLikeToken(segment);
    shown += secret ? std::string_view("-") : segment;
    if (segment.size() == path.size()) return shown;
    shown += '/';
    path.remove_prefix(segment.size() + 1);
    ++segments;
  }
}

absl::StatusOr<std::unique_ptr<AccessLog>> AccessLog::Open(std::string path, const Clock& clock) {
  int fd = OpenFile(path);
  if (fd < 0) {
    return Error(absl::StatusCode::kFailedPrecondition, "storage_error",
                 "The access log " + path + " cannot be opened: " + std::strerror(errno));
  }
  return std::unique_ptr<AccessLog>(new AccessLog(std::move(path), fd, clock));
}

AccessLog::AccessLog(std::string path, int fd, const Clock& clock) : path_(std::move(path)), clock_(clock), fd_(fd) {
  writer_ = std::thread([this] { Run(); });
}

AccessLog::~AccessLog() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    ended_.Changed();
  }
  writer_.join();
  ::close(fd_);
}

void AccessLog::Add(const http::Served& served) {
  Line line{.at = clock_.Now(), .served = served};
  absl::MutexLock lock(&mutex_);
  if (waiting_.size() >= kMaxWaiting) {
    ++dropped_;
    return;
  }
  waiting_.push_back(std::move(line));
}

void AccessLog::Reopen() {
  absl::MutexLock lock(&mutex_);
  reopen_ = true;
}

uint64_t AccessLog::dropped() const {
  absl::MutexLock lock(&mutex_);
  return dropped_;
}

void AccessLog::Run() {
  std::vector<Line> lines;
  std::string text;
  while (true) {
    bool reopen = false;
    bool stopping = false;
    uint64_t dropped = 0;
    {
      absl::MutexLock lock(&mutex_);
      mutex_.Await(absl::Condition(this, &AccessLog::HasWork));
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
    for (const Line& line : lines) AppendLine(text, line.at, line.served);
    if (Write(text)) {
      reported_ = dropped;
    } else {
      Lose(lines.size());
    }
    lines.clear();
    text.clear();
    if (stopping) return;
  }
}

void AccessLog::OpenAgain() {
  int fd = OpenFile(path_);
  if (fd < 0) {
    return LogError("access log not opened again, the previous file stays in use", {{"error", std::strerror(errno)}});
  }
  ::close(std::exchange(fd_, fd));
  torn_ = false;
}

bool AccessLog::Write(std::string_view text) {
  while (!text.empty()) {
    ssize_t n = ::write(fd_, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      if (!std::exchange(complained_, true)) {
        LogError("access log cannot be written", {{"error", std::strerror(errno)}});
      }
      return false;
    }
    torn_ = text[static_cast<size_t>(n) - 1] != '\n';
    text.remove_prefix(static_cast<size_t>(n));
  }
  complained_ = false;
  return true;
}

void AccessLog::Lose(uint64_t lines) {
  absl::MutexLock lock(&mutex_);
  dropped_ += lines;
}

}  // namespace academy::edge
