#include "edge/http/engine.h"

#include <algorithm>
#include <cstring>

#include "edge/http/httplib_server.h"

namespace academy::http {
namespace {

// Enough for most answers' heads; only for reserving memory.
constexpr size_t kHeadSize = 1024;

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

  void WriteHead(const Response& answer, std::string_view request, bool close, std::string& out) {
    MemoryStream stream(request, out);
    current_answer = &answer;
    Process(stream, close);
    current_answer = nullptr;
  }
};

Engine::Engine() : httplib_(std::make_unique<Httplib>()) {}
Engine::~Engine() = default;

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
