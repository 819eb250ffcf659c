#include "edge/http/testing/http_client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>

namespace academy::edge {

HttpClient::HttpClient(int port) : port_(port) { Connect(); }

void HttpClient::Connect() {
  fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port_));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  timeval limit{.tv_sec = 30, .tv_usec = 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
}

HttpClient::~HttpClient() { Close(); }

bool HttpClient::TakeByte() {
  char byte = 0;
  return ::recv(fd_, &byte, 1, 0) == 1;
}

void HttpClient::Close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

void HttpClient::Reconnect() {
  Close();
  buffer_.clear();
  Connect();
}

HttpResponse HttpClient::Call(std::string_view method, std::string_view target, const std::vector<std::string>& fields,
                              std::string_view body) {
  std::string request = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: academy.test\r\n";
  for (const std::string& field : fields) request += field + "\r\n";
  if (!body.empty()) request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  request += "\r\n";
  Send(request);
  Send(body);
  return Read(method == "HEAD");
}

void HttpClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    // The server may answer and hang up before it has read everything.
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
}

bool HttpClient::SendUntilStalled(std::string_view bytes) {
  constexpr int kStalledMs = 500;
  pollfd writable{.fd = fd_, .events = POLLOUT, .revents = 0};
  while (::poll(&writable, 1, kStalledMs) > 0) {
    if (::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN) return false;
  }
  return true;
}

HttpResponse HttpClient::Read(bool head_only) {
  HttpResponse response;
  size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!Fill()) return response;
  }
  std::string_view head = std::string_view(buffer_).substr(0, end);
  response.status = std::stoi(std::string(head.substr(9, 3)));
  for (size_t at = head.find("\r\n"); at != head.npos; at = head.find("\r\n", at)) {
    at += 2;
    std::string_view line = head.substr(at, head.find("\r\n", at) - at);
    size_t colon = line.find(": ");
    if (colon == line.npos) continue;
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    response.fields[name] = std::string(line.substr(colon + 2));
  }
  buffer_.erase(0, end + 4);
  auto length = response.fields.find("content-length");
  if (head_only || length == response.fields.end()) return response;
  size_t size = std::stoul(length->second);
  while (buffer_.size() < size && Fill()) {
  }
  response.body = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return response;
}

bool HttpClient::Fill() {
  char bytes[64 * 1024];
  ssize_t got = ::recv(fd_, bytes, sizeof(bytes), 0);
  if (got <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(got));
  return true;
}

}  // namespace academy::edge
