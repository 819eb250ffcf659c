// The application behind the gateway's fuzz targets: takes whoever comes and sends back what comes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "edge/live/socketio/socket_io.h"
#include "services/platform/fuzzing/fuzz.h"

namespace academy::live {

class FuzzEcho final : public SocketApplication {
 public:
  // `max_payload` is the gateway's.
  explicit FuzzEcho(size_t max_payload) : max_payload_(max_payload) {}
  // Whoever connected has to have disconnected.
  ~FuzzEcho() override { FUZZ_CHECK(connected_ == 0); }

  bool HasNamespace(std::string_view nsp) const override { return nsp == "/" || nsp == "/a"; }
  void OnConnect(std::shared_ptr<Socket> socket, const std::string& auth) override {
    FUZZ_CHECK(auth.size() <= max_payload_);
    if (auth.size() % 2 == 1) return socket->Refuse(absl::UnauthenticatedError("odd"));
    if (socket->Accept()) ++connected_;
  }
  void OnEvent(Socket& socket, const SocketEvent& event) override {
    // JSON allows white space before the array.
    size_t begin = event.arguments.find_first_not_of(" \t\r\n");
    FUZZ_CHECK(begin != std::string::npos && event.arguments[begin] == '[');
    if (event.arguments.find("leave") != std::string::npos) return socket.Disconnect();
    socket.Emit(event.arguments, event.attachments);
    if (!event.id.empty()) socket.Acknowledge(event.id, "[]");
  }
  void OnDisconnect(Socket&) override { --connected_; }

 private:
  const size_t max_payload_;
  int connected_ = 0;
};

}  // namespace academy::live
