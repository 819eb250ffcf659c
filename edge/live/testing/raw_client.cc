#include "edge/live/testing/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

namespace academy::live {
namespace {

constexpr int kPatienceMs = 30'000;
constexpr std::string_view kPath = "/socket.io/?EIO=4&transport=";

sockaddr_in Loopback(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

}  // namespace

RawListener::RawListener() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof address;
  if (::bind(fd_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(fd_, 128) != 0) std::abort();
  ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
}

RawListener::~RawListener() { ::close(fd_); }

RawListener::Pair RawListener::Connect() const {
  int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = Loopback(port_);
  if (::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::abort();
  return {client, ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC)};
}

RawClient::RawClient(int fd) : fd_(fd) {}
RawClient::~RawClient() { ::close(fd_); }

void RawClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
}

bool RawClient::Fill() {
  pollfd waiting{fd_, POLLIN, 0};
  if (::poll(&waiting, 1, kPatienceMs) <= 0) return false;
  char bytes[4096];
  ssize_t got = ::recv(fd_, bytes, sizeof bytes, 0);
  if (got <= 0) return false;
  buffer_.append(bytes, static_cast<size_t>(got));
  return true;
}

bool RawClient::Await(size_t bytes) {
  while (buffer_.size() < bytes) {
    if (!Fill()) return false;
  }
  return true;
}

RawClient::Response RawClient::ReadHead() {
  size_t end;
  while ((end = buffer_.find("\r\n\r\n")) == buffer_.npos) {
    if (!Fill()) return {};
  }
  Response response;
  response.head = buffer_.substr(0, end + 4);
  buffer_.erase(0, end + 4);
  response.status = std::atoi(response.head.c_str() + sizeof("HTTP/1.1"));
  return response;
}

RawClient::Response RawClient::ReadResponse() {
  Response response = ReadHead();
  if (response.status == 0) return response;
  size_t length_at = response.head.find("Content-Length: ");
  size_t length =
      length_at == response.head.npos ? 0 : std::strtoul(response.head.c_str() + length_at + 16, nullptr, 10);
  if (!Await(length)) return {};
  response.body = buffer_.substr(0, length);
  buffer_.erase(0, length);
  return response;
}

void RawClient::SendGet(std::string_view query, std::string_view headers) {
  Send("GET " + std::string(kPath) + "polling" + std::string(query) + " HTTP/1.1\r\nHost: academy.test\r\n" +
       std::string(headers) + "\r\n");
}

RawClient::Response RawClient::Get(std::string_view query, std::string_view headers) {
  SendGet(query, headers);
  return ReadResponse();
}

RawClient::Response RawClient::Post(std::string_view query, std::string_view body) {
  Send("POST " + std::string(kPath) + "polling" + std::string(query) +
       " HTTP/1.1\r\nHost: academy.test\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
       std::string(body));
  return ReadResponse();
}

bool RawClient::Upgrade(std::string_view query) {
  Send("GET " + std::string(kPath) + "websocket" + std::string(query) +
       " HTTP/1.1\r\nHost: academy.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
       "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  return ReadResponse().status == 101;
}

// A mask of zeros leaves the payload unchanged.
void RawClient::SendFrame(std::string_view payload, unsigned char first) {
  std::string frame{static_cast<char>(first)};
  int bits = payload.size() < 126 ? 0 : payload.size() < 65536 ? 16 : 64;
  frame += static_cast<char>(0x80 | (bits == 0 ? payload.size() : bits == 16 ? 126 : 127));
  for (int shift = bits - 8; shift >= 0; shift -= 8) frame += static_cast<char>((payload.size() >> shift) & 0xff);
  frame.append(4, '\0');
  Send(frame + std::string(payload));
}

std::string RawClient::ReadFrame() {
  if (!Await(2)) return "closed";
  auto byte = [this](size_t at) { return static_cast<size_t>(static_cast<unsigned char>(buffer_[at])); };
  bool goodbye = (byte(0) & 0x0f) == 8;
  size_t length = byte(1);
  size_t extended = length == 126 ? 2 : length == 127 ? 8 : 0;
  if (!Await(2 + extended)) return "closed";
  if (extended > 0) {
    length = 0;
    for (size_t i = 0; i < extended; ++i) length = length << 8 | byte(2 + i);
  }
  if (!Await(2 + extended + length)) return "closed";
  std::string text = buffer_.substr(2 + extended, length);
  buffer_.erase(0, 2 + extended + length);
  return goodbye ? "closed" : text;
}

bool RawClient::AwaitClose() {
  pollfd waiting{fd_, POLLIN, 0};
  char bytes[4096];
  while (::poll(&waiting, 1, kPatienceMs) > 0) {
    if (::recv(fd_, bytes, sizeof bytes, 0) <= 0) return true;
  }
  return false;
}

std::string SidOf(std::string_view packet) {
  constexpr std::string_view kKey = "\"sid\":\"";
  size_t at = packet.find(kKey);
  if (at == packet.npos) return "";
  packet.remove_prefix(at + kKey.size());
  return std::string(packet.substr(0, packet.find('"')));
}

}  // namespace academy::live
