// Requests that were answered, as the edge's logs record them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/tracing/trace_context.h"

namespace academy::http {

// A signed-in caller: ids, never a token. All empty when nobody is known.
struct KnownCaller {
  // `manager` or `learner`.
  std::string_view kind;
  std::string id;
  std::string session_id;
};

// The longest path that a log needs; clients can send longer ones.
inline constexpr size_t kMaxServedPath = 1024;

struct Served {
  std::string request_id;
  // The client's, without port.
  std::string remote_address;
  std::string method;
  // Without the query, at most kMaxServedPath bytes; both are empty when the request could not be read. The path may
  // contain a secret (ServedPath in edge/ops/access_log.h).
  std::string path;
  // The route's name, which contains nothing of the client's.
  std::string_view route;
  // 0 when the client left before it was answered.
  int status = 0;
  // A failure's code; empty otherwise.
  std::string code;
  KnownCaller caller;
  // Bytes of the answer that were sent, its head included, before TLS.
  uint64_t bytes = 0;
  // From the request's whole head to the answer's last byte.
  absl::Duration took;
  // The part of it in which the academy made the answer: without the time that the client took to send its body, or
  // takes to read the answer.
  absl::Duration work;
  // The part of that in which nothing worked for it, because all threads of the edge were busy.
  absl::Duration queued;
  // When its whole head was here.
  absl::Time begun;
  // `span_id` is the request's own span; empty for a request in no other trace than its own, of which nothing is
  // exported.
  TraceContext trace;
};

// Takes what was served. Thread-safe; must not block.
class ServedSink {
 public:
  virtual ~ServedSink() = default;
  // Whether answers with this status, which took so long to make, are recorded. Those of sampled traces always are.
  virtual bool Wants(int status, absl::Duration work) const = 0;
  virtual void OnServed(const Served& served) = 0;
};

// One request on its way: whoever holds it reports the request by letting go, however its answer ended. Not
// thread-safe.
class ServedRecord {
 public:
  ServedRecord(std::shared_ptr<ServedSink> sink, Served served, absl::Time began)
      : sink_(std::move(sink)), served_(std::move(served)) {
    served_.begun = began;
  }
  ~ServedRecord() {
    served_.took = absl::Now() - served_.begun;
    sink_->OnServed(served_);
  }

  ServedRecord(const ServedRecord&) = delete;
  ServedRecord& operator=(const ServedRecord&) = delete;

  void set_status(int status) { served_.status = status; }
  void AddBytes(uint64_t bytes) { served_.bytes += bytes; }

 private:
  const std::shared_ptr<ServedSink> sink_;
  Served served_;
};

}  // namespace academy::http
