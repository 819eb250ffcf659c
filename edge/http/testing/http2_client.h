// One HTTP/2 connection over TLS, by nghttp2's client side; it can also misbehave.
//
// Not thread-safe. Reads give up after 30 s.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct nghttp2_session;
struct ssl_ctx_st;
struct ssl_st;

namespace academy::edge {

class Http2Client {
 public:
  struct Options {
    // Takes bodies only as far as Take() allows.
    bool takes_by_hand = false;
    // Bytes of a body that the server may send on a stream unasked.
    uint32_t window = 65535;
    const char* protocols = "\x02h2";
  };
  struct Answer {
    // 0 until there is a head.
    int status = 0;
    std::map<std::string, std::string> fields;
    std::string body;
    // Statuses before the last one.
    std::vector<int> before;
    // The stream is over, by this error.
    bool closed = false;
    uint32_t error = 0;
  };
  using Fields = std::vector<std::pair<std::string, std::string>>;

  static constexpr uint32_t kNoGoaway = 0xffffffff;

  // Connects to 127.0.0.1.
  explicit Http2Client(int port) : Http2Client(port, Options()) {}
  Http2Client(int port, const Options& options);
  ~Http2Client();

  Http2Client(const Http2Client&) = delete;
  Http2Client& operator=(const Http2Client&) = delete;

  // What ALPN chose.
  std::string protocol() const;

  // Sends a request and returns its stream. With `open` its body goes on by SendBody.
  int32_t Ask(std::string_view method, std::string_view path, const Fields& fields = {}, std::string body = "",
              bool open = false);
  // Sends these fields as they are, pseudo-headers too.
  int32_t AskWith(const Fields& fields, std::string body = "", bool open = false);
  void SendBody(int32_t stream, std::string_view bytes, bool end);
  void Reset(int32_t stream);
  // Opens a stream's window, and the connection's.
  void Take(int32_t stream, int bytes);

  // Reads until the stream is over, or the connection.
  const Answer& Await(int32_t stream);
  // Reads until the answer has a head, and that many bytes of its body.
  const Answer& AwaitBytes(int32_t stream, size_t bytes);
  Answer Call(std::string_view method, std::string_view path, const Fields& fields = {}, std::string body = "");
  const Answer& answer(int32_t stream) { return streams_[stream].answer; }
  // Bytes of a body that the server's windows keep back.
  size_t unsent(int32_t stream) { return streams_[stream].out.size(); }
  // The streams in the order in which their answers ended.
  const std::vector<int32_t>& finished() const { return finished_; }

  // Sends bytes as they are, between frames. False once the server does not take them.
  bool SendRaw(std::string_view bytes);
  // Reads until the connection ends; the error of its GOAWAY, or kNoGoaway.
  uint32_t AwaitEnd();
  // Reads until so many GOAWAYs came; the last streams that they named.
  const std::vector<int32_t>& AwaitGoaways(size_t count);
  void Close();

  // A frame's bytes (RFC 9113, 4.1).
  static std::string Frame(uint8_t type, uint8_t flags, int32_t stream, std::string_view payload);

 private:
  struct Stream {
    std::string out;
    bool ended = false;
    Answer answer;
  };
  struct Callbacks;

  // Sends what is queued, then reads once; false at the end.
  bool Step();
  void Flush();

  const Options options_;
  int fd_ = -1;
  ssl_ctx_st* context_ = nullptr;
  ssl_st* ssl_ = nullptr;
  nghttp2_session* session_ = nullptr;
  std::map<int32_t, Stream> streams_;
  std::vector<int32_t> finished_;
  uint32_t goaway_ = kNoGoaway;
  std::vector<int32_t> goaways_;
};

}  // namespace academy::edge
