#include "edge/http/engine.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "edge/http/httplib_server.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"

namespace academy::http {
namespace {

constexpr int kBacklog = 4096;
// Enough for most answers' heads; only for reserving memory.
constexpr size_t kHeadSize = 1024;

// How long StopListening waits for the backlog to empty, and how often it checks. A connection is not counted until its
// handshake is done, so the backlog must be seen empty twice in a row.
constexpr absl::Duration kBacklogLimit = absl::Milliseconds(500);
constexpr absl::Duration kBacklogStep = absl::Milliseconds(10);

// Makes the kernel drop new connection attempts. A client retries within a second and then reaches the next listener,
// if there is one.
void PassOverNewcomers(socket_t listener) {
  // The socket's filter sees the TCP header (RFC 9293 section 3.1): byte 13 has the flags, of which SYN is 2.
  std::array<sock_filter, 4> code = {{
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x02, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
  }};
  sock_fprog program{.len = code.size(), .filter = code.data()};
  // If the filter cannot be attached, a connection made at the last moment is reset.
  ::setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
}

void AwaitEmptyBacklog(socket_t listener) {
  absl::Duration limit = SteadyNow() + kBacklogLimit;
  for (int empty = 0; empty < 3 && SteadyNow() < limit; absl::SleepFor(kBacklogStep)) {
    tcp_info info{};
    socklen_t size = sizeof(info);
    if (::getsockopt(listener, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return;
    // On a listening socket this counts the connections waiting to be accepted.
    empty = info.tcpi_unacked == 0 ? empty + 1 : 0;
  }
}

// An in-memory stream: httplib reads a fixed request from `in` and writes an answer's head to `out`.
class MemoryStream final : public httplib::Stream {
 public:
  MemoryStream(std::string_view in, std::string& out) : in_(in), out_(out) {}

  bool is_readable() const override { return !in_.empty(); }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, size_t size) override {
    size_t n = std::min(size, in_.size());
    std::memcpy(to, in_.data(), n);
    in_.remove_prefix(n);
    return static_cast<ssize_t>(n);
  }
  ssize_t write(const char* from, size_t size) override {
    out_.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip = "";
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override {
    ip = "";
    port = 0;
  }
  socket_t socket() const override { return INVALID_SOCKET; }

 private:
  std::string_view in_;
  std::string& out_;
};

// The answer that httplib is writing. Its handlers have no context argument, but run on the calling thread.
thread_local const Response* current_answer = nullptr;

}  // namespace

class Engine::Httplib final : public HttplibServer {
 public:
  Httplib() {
    // httplib's default, SO_REUSEPORT, would let a second edge silently take half of this port's connections.
    set_socket_options([](socket_t socket) {
      int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
      ::fcntl(socket, F_SETFD, FD_CLOEXEC);
    });
    // The accepting thread only passes descriptors on.
    new_task_queue = [] { return new InlineTasks; };
    // Runs before httplib's own routing, which would match the path with std::regex.
    set_pre_routing_handler([](const httplib::Request&, httplib::Response& response) {
      response.status = current_answer->status;
      for (const auto& [name, value] : current_answer->headers) response.set_header(name, value);
      return HandlerResponse::Handled;
    });
    set_post_routing_handler([](const httplib::Request&, httplib::Response& response) {
      response.headers.erase("Keep-Alive");
      const Response* answer = current_answer;
      // httplib does not know the body.
      response.headers.erase("Content-Length");
      if (std::optional<int64_t> length = BodyLength(*answer)) {
        response.set_header("Content-Length", std::to_string(*length));
      } else if (answer->source != nullptr) {
        response.set_header("Transfer-Encoding", "chunked");
      }
    });
  }

  void set_adopt(std::function<void(int)> adopt) { adopt_ = std::move(adopt); }
  // httplib listens with a backlog of 5; a second listen() raises it.
  void RaiseBacklog() { ::listen(svr_sock_, kBacklog); }

  // httplib's stop() does nothing before its accepting thread runs, and that thread would then never end. Connections
  // in the backlog are accepted first, because closing the listening socket resets them.
  void StopListening() {
    PassOverNewcomers(svr_sock_);
    AwaitEmptyBacklog(svr_sock_);
    socket_t socket = svr_sock_.exchange(INVALID_SOCKET);
    if (socket == INVALID_SOCKET) return;
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
  }

  void WriteHead(const Response& answer, std::string_view request, bool close, std::string& out) {
    MemoryStream stream(request, out);
    current_answer = &answer;
    Process(stream, close);
    current_answer = nullptr;
  }

 private:
  bool process_and_close_socket(socket_t socket) override {
    adopt_(socket);
    return true;
  }

  std::function<void(int)> adopt_;
};

Engine::Engine() : httplib_(std::make_unique<Httplib>()) {}
Engine::~Engine() = default;

absl::StatusOr<int> Engine::Listen(const std::string& host, int port) {
  int bound = port;
  bool ok = port != 0 ? httplib_->bind_to_port(host, port) : (bound = httplib_->bind_to_any_port(host)) > 0;
  if (!ok) {
    return Error(absl::StatusCode::kUnavailable, "address_taken",
                 "cannot listen on " + host + ":" + std::to_string(port) +
                     ": is something else running there? Choose another --port");
  }
  httplib_->RaiseBacklog();
  return bound;
}

void Engine::Accept(std::function<void(int fd)> adopt) {
  httplib_->set_adopt(std::move(adopt));
  httplib_->listen_after_bind();
}

void Engine::Stop() { httplib_->StopListening(); }

bool Engine::ReadTarget(std::string_view target, Request& request) {
  size_t question = target.find('?');
  request.path = httplib::detail::decode_url(std::string(target.substr(0, question)), false);
  if (question != target.npos) {
    httplib::detail::parse_query_text(std::string(target.substr(question + 1)), request.query);
  }
  return request.path.find('\0') == std::string::npos;
}

void Engine::WriteHead(const Response& answer, bool head_only, bool close, std::string& out) const {
  out.reserve(out.size() + kHeadSize);
  httplib_->WriteHead(answer, head_only ? "HEAD / HTTP/1.1\r\n\r\n" : "GET / HTTP/1.1\r\n\r\n", close, out);
}

}  // namespace academy::http
