// A request and its answer, as the edge's handlers see them.
//
// Request and Response are plain values. An Exchange is thread-safe and is answered once, immediately or later, from
// any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "edge/http/head.h"
#include "edge/http/served.h"
#include "services/platform/tracing/trace_context.h"

namespace academy::http {

struct Request {
  // Unique, made by the edge; returned as X-Request-Id and passed on to the services.
  std::string id;
  // The trace that it is part of; empty if that is only its own, of which nothing is exported.
  TraceContext trace;
  // The client's address without port: the socket's, unless a trusted proxy names the client. A request from any other
  // peer cannot change it.
  std::string remote_address;
  // Whether the client used TLS, to the edge or to a trusted proxy.
  bool secure = false;
  // Whether a trusted proxy forwarded the request.
  bool proxied = false;
  std::string method;
  // Percent-decoded.
  std::string path;
  Fields fields;
  std::multimap<std::string, std::string> query;
  // Empty for a streamed body, and for an on-demand body that has not been collected.
  std::string body;

  // By lower-case name; empty when absent.
  std::string_view Field(std::string_view name) const { return Find(fields, name); }
};

// Bytes [offset, offset + length) of an open file; `owner` keeps it open.
struct FileRange {
  std::shared_ptr<const void> owner;
  int fd = -1;
  int64_t offset = 0;
  int64_t length = 0;

  bool is_open() const { return fd >= 0; }
};

// Supplies an answer's body piece by piece, where reading may take time. Calls come one at a time, on any thread, and
// must not block.
class BodySource {
 public:
  // kEnd is only for a body of unknown length.
  enum class Got { kPiece, kNothingYet, kEnd, kBroken };

  // May come before the end: no more pieces are wanted.
  virtual ~BodySource() = default;
  // Puts the next bytes into `piece`, which is empty: at least one, and few enough to keep in memory. After
  // kNothingYet, calls `ready` once, later, on any thread. kBroken breaks the connection off, so that the client sees
  // that its answer is incomplete.
  virtual Got Read(std::string& piece, std::function<void()> ready) = 0;
};

struct Response {
  int status = 200;
  // Without Content-Length, Connection and X-Request-Id, which the server adds.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  // A failure's code, for the logs; empty otherwise.
  std::string code;
  // If set, the body instead of `body`: shared by many answers and never copied.
  std::shared_ptr<const std::string> shared_body;
  // If open, the body instead.
  FileRange file;
  // If set, the body instead: exactly `source_length` bytes, or chunked until kEnd when the length is unknown.
  std::shared_ptr<BodySource> source;
  int64_t source_length = 0;
  static constexpr int64_t kUnknownLength = -1;
  // Called about twice a second while the answer is being sent; must not block. False breaks the connection off.
  std::function<bool()> still_allowed;
  // Set by the server, for its logs; may be null.
  std::shared_ptr<ServedRecord> record;
};

// The length of the answer's body, for Content-Length; none where it is unknown, or where the status allows no body.
std::optional<int64_t> BodyLength(const Response& answer);

// A failure in the REST contract's shape, without `data`; callers that have `data` add it as the last member.
Response FailureResponse(int status, std::string_view code, std::string_view message, std::string_view request_id);

// The answer to a request that is refused before it reaches a handler: 400, 408, 413, 414, 415, 417, 431, 501, 503 or
// 505.
Response RefusalAnswer(int status, std::string_view request_id);

// Receives a request's body piece by piece. Calls come one at a time, on any thread, and must not block.
class BodySink {
 public:
  virtual ~BodySink() = default;
  // Call `next` once, from any thread, when the sink can take more; until then nothing more is read from the client.
  virtual void OnPiece(std::string piece, std::function<void()> next) = 0;
  // The body is complete.
  virtual void OnEnd() = 0;
  // The client disconnected or its body is malformed: it will not see an answer.
  virtual void OnLost() = 0;
};

class Exchange {
 public:
  virtual ~Exchange() = default;

  const Request& request() const { return request_; }
  // For the code that makes the exchange, before the handler gets it.
  Request& mutable_request() { return request_; }

  // Names the route for metrics. `route` must live for ever, and must never be made of client data.
  void set_route(std::string_view route) { route_ = route; }
  std::string_view route() const { return route_; }

  // Names the caller for the logs, once the session is known. Before Send.
  void set_caller(KnownCaller caller) { caller_ = std::move(caller); }

  // Sends the answer. Only the first call counts. An exchange dropped without an answer sends 500.
  virtual void Send(Response answer) = 0;

  // Calls `done` when the whole body is in request().body: immediately if it already is. If the body rule left it on
  // demand, reads it now and calls `done` later on another thread. If the body is too long, too slow, or exceeds the
  // body budget, the request is refused and `done` is dropped uncalled. `stranger`: the caller has not signed in (see
  // BodyBudget). Call at most once, and not after Send.
  virtual void CollectBody(bool stranger, std::function<void()> done) = 0;
  bool body_collected() const { return body_collected_; }
  // Counts `bytes` of the body against the body budget until the exchange ends. False when the budget is used up: then
  // answer 503 busy.
  virtual bool KeepBody(uint64_t bytes) = 0;

  // Streams the body into `sink`. Only for a route whose body rule says `streamed`, at most once, and not after Send.
  // Answering before the body ended closes the connection.
  virtual void ReadBody(std::shared_ptr<BodySink> sink) = 0;

  // Runs `job` soon on one of the few threads that may block on a disk. Use it to open or read files; a FileRange given
  // to Send is read on these threads anyway.
  virtual void RunOnFileThread(std::function<void()> job) = 0;

  // Runs `job` soon on one of the workers, from which an answer is sent without another hand-over. Use it for work on a
  // service's answer, which comes on a thread that all calls share.
  virtual void RunOnWorker(std::function<void()> job) = 0;

 protected:
  Request request_;
  std::string_view route_ = "none";
  KnownCaller caller_;
  bool body_collected_ = true;
};

using Handler = std::function<void(std::shared_ptr<Exchange>)>;

// How a request's body is read, decided before any of it is.
struct BodyRule {
  // A longer Content-Length is 413. A chunked body is counted as it arrives: by the connection, or by the handler that
  // streams it.
  uint64_t max_bytes = 64 * 1024;
  // A body that did not arrive with its head is read only when the handler calls CollectBody, so nothing is kept for a
  // caller who is refused.
  bool on_demand = false;
  // The handler gets the request at once and reads the body itself.
  bool streamed = false;
  // How long the handler of a streamed body may take for one piece, and for the answer after the last piece, if that is
  // longer than the server's own timeouts.
  absl::Duration work_timeout = absl::ZeroDuration();
};
// `request` has everything except its body and the client's address.
using BodyPolicy = std::function<BodyRule(const Request& request)>;

}  // namespace academy::http
