// One HTTP/1.1 connection over a bare TCP socket, so that tests can abandon it in the middle of a request.
//
// Not thread-safe. Reads give up after 30 s.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace academy::edge {

struct HttpResponse {
  // 0 when the connection ended without an answer.
  int status = 0;
  // By lower-case name.
  std::map<std::string, std::string> fields;
  std::string body;
};

class HttpClient {
 public:
  // Connects to 127.0.0.1.
  explicit HttpClient(int port);
  ~HttpClient();

  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // `fields` are whole header lines without line ends; Host is added, and Content-Length if there is a body.
  HttpResponse Call(std::string_view method, std::string_view target, const std::vector<std::string>& fields = {},
                    std::string_view body = "");

  void Send(std::string_view bytes);
  // Sends `bytes` over and over until the server has stopped reading them; false when it broke the connection off.
  bool SendUntilStalled(std::string_view bytes);
  HttpResponse Read(bool head_only = false);
  // Reads one byte from the socket; false at its end.
  bool TakeByte();
  void Close();
  // Closes the connection and opens a new one.
  void Reconnect();

 private:
  void Connect();
  bool Fill();

  const int port_;
  int fd_ = -1;
  std::string buffer_;
};

}  // namespace academy::edge
