// A file with a line for each answered request that belongs there: the access log and the log of slow requests.
//
// Thread-safe. A request's thread only puts the line into a queue; a thread of the log's own writes them, many at once.
// A full queue, and a file that cannot be written, lose lines instead of delaying requests; the loss is counted. A full
// file is rotated (rotated_file.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "edge/http/served.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/rotated_file.h"
#include "services/platform/base/timed_wait.h"

namespace academy::edge {

struct RequestLogOptions {
  // `access log`, as messages call it.
  std::string name;
  // The file; `-` is standard output.
  std::string path;
  LogBounds bounds;
  // Appends a request's line, with its end. Called on the log's own thread.
  std::function<void(std::string& text, UnixMillis at, const http::Served& served)> append;
};

class RequestLog {
 public:
  // The most lines that wait to be written.
  static constexpr size_t kMaxWaiting = 16 * 1024;

  // Appends to the file, which is created readable for its owner only. FAILED_PRECONDITION storage_error. `clock`
  // outlives it.
  static absl::StatusOr<std::unique_ptr<RequestLog>> Open(RequestLogOptions options, const Clock& clock);
  // Writes what waits.
  ~RequestLog();

  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;

  void Add(const http::Served& served) ABSL_LOCKS_EXCLUDED(mutex_);
  // Opens the path again, before the next lines: for a file that was renamed. If that fails, it goes on with the one
  // that is open.
  void Reopen() ABSL_LOCKS_EXCLUDED(mutex_);
  // Lines lost so far.
  uint64_t dropped() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Line {
    UnixMillis at = 0;
    http::Served served;
  };

  RequestLog(RequestLogOptions options, int fd, const Clock& clock);

  bool HasWork() const ABSL_SHARED_LOCKS_REQUIRED(mutex_) { return !waiting_.empty() || reopen_ || stopping_; }
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  void OpenAgain();
  void Use(int fd);
  void RotateWhenFull();
  // False where not all of it could be written.
  bool Write(std::string_view text);
  void Lose(uint64_t lines) ABSL_LOCKS_EXCLUDED(mutex_);

  const RequestLogOptions options_;
  const Clock& clock_;
  mutable absl::Mutex mutex_;
  TimedWait ended_;
  std::vector<Line> waiting_ ABSL_GUARDED_BY(mutex_);
  bool reopen_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  uint64_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;

  // Used by the writing thread only.
  int fd_;
  uint64_t reported_ = 0;
  // The file ends in the middle of a line.
  bool torn_ = false;
  bool complained_ = false;
  std::thread writer_;
};

}  // namespace academy::edge
