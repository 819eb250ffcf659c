// A request and its answer, as the edge's handlers see them.
//
// Request and Response are plain values. An Exchange is thread-safe and answered once, at once or later, on any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "edge/http/head.h"

namespace academy::http {

struct Request {
  // Made here, unique; sent back as X-Request-Id and passed on to the services.
  std::string id;
  // The client's address without port: the socket's, unless a trusted proxy says whose request it passes on. No field
  // of anybody else's request can change it.
  std::string remote_address;
  // Whether it came over TLS, as far as a trusted proxy at least.
  bool secure = false;
  // A trusted proxy passes it on.
  bool proxied = false;
  std::string method;
  // Percent-decoded.
  std::string path;
  Fields fields;
  std::multimap<std::string, std::string> query;
  // Empty for a body that is streamed.
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

// A body that comes piece by piece from where reading takes its time. Calls come one at a time, and none may wait.
class BodySource {
 public:
  // kEnd: of a body whose length nobody knew.
  enum class Got { kPiece, kNothingYet, kEnd, kBroken };

  // No more is wanted.
  virtual ~BodySource() = default;
  // Puts the next bytes, at least one and few enough to be kept in memory, into `piece`, which is empty. Where there
  // are none yet `ready` is called once, later, on any thread. kBroken: the client must see that its answer is not
  // whole.
  virtual Got Read(std::string& piece, std::function<void()> ready) = 0;
};

struct Response {
  int status = 200;
  // Without Content-Length, Connection and X-Request-Id, which are added.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  // The body instead, where open.
  FileRange file;
  // The body instead, where there is one: exactly `source_length` bytes, or in chunks until its kEnd.
  std::shared_ptr<BodySource> source;
  int64_t source_length = 0;
  static constexpr int64_t kUnknownLength = -1;
  // Asked about twice a second while the answer is being sent, and must not wait; false breaks the connection off.
  std::function<bool()> still_allowed;
};

// The failure shape of the REST contract; the last member `data` is added by who has one.
Response FailureResponse(int status, std::string_view code, std::string_view message, std::string_view request_id);

// What a request that no handler gets to see is refused with: 400, 408, 413, 414, 415, 417, 431, 501 or 505.
Response RefusalAnswer(int status, std::string_view request_id);

// Takes a body piece by piece. Calls come one at a time, on any thread.
class BodySink {
 public:
  virtual ~BodySink() = default;
  // Call `next` once the sink can take more; until then nothing more is read from the client.
  virtual void OnPiece(std::string piece, std::function<void()> next) = 0;
  // The whole body was handed over.
  virtual void OnEnd() = 0;
  // The client went away, or its body was not well-formed: no answer will be seen.
  virtual void OnLost() = 0;
};

class Exchange {
 public:
  virtual ~Exchange() = default;

  const Request& request() const { return request_; }
  // For whoever makes the exchange, before its handler gets it.
  Request& mutable_request() { return request_; }

  // Names the route for metrics; a fixed text, never one made of client data.
  void set_route(std::string_view route) { route_ = route; }
  std::string_view route() const { return route_; }

  // Only the first answer counts. Dropping an exchange unanswered answers 500.
  virtual void Send(Response answer) = 0;

  // Streams the body into `sink`; only where the body rule says so, once, and not after Send. Answering before the body
  // ended closes the connection.
  virtual void ReadBody(std::shared_ptr<BodySink> sink) = 0;

  // Runs `job` soon, on one of a few threads that may wait for a disk. Whatever opens or reads files that may not be in
  // memory goes there; what Send is given to send from a file is read there without being asked for.
  virtual void RunOnFileThread(std::function<void()> job) = 0;

 protected:
  Request request_;
  std::string_view route_ = "none";
};

using Handler = std::function<void(std::shared_ptr<Exchange>)>;

// How a request's body is taken, decided before any of it is read.
struct BodyRule {
  // A longer Content-Length is 413. A body in chunks is counted as it arrives: here, or by the handler that streams it.
  uint64_t max_bytes = 1024 * 1024;
  // The handler gets the request at once and reads the body itself.
  bool streamed = false;
  // What a streamed body's handler may take for a piece, and for the answer after the last one; 0 for as long as all.
  absl::Duration work_timeout = absl::ZeroDuration();
};
// `request` has everything but its body and its client.
using BodyPolicy = std::function<BodyRule(const Request& request)>;

}  // namespace academy::http
