// Hosts the gateway's protocol code for the protocol's published test suites. For tests only: checks no tokens.
//
//   conformance_server --port P    (0: a free port; printed on standard output)
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "edge/live/socketio/live_server.h"
#include "edge/live/socketio/socket_io.h"

ABSL_FLAG(uint16_t, port, 3000, "Port on 127.0.0.1");

namespace academy::live {
namespace {

using boost::asio::ip::tcp;

// Joins JSON texts into an array.
std::string Array(const std::vector<std::string>& elements, size_t from) {
  std::string array = "[";
  for (size_t i = from; i < elements.size(); ++i) array += (i > from ? "," : "") + elements[i];
  return array + "]";
}

class SuiteApplication final : public SocketApplication {
 public:
  bool HasNamespace(std::string_view nsp) const override { return nsp == "/" || nsp == "/custom"; }
  void OnConnect(std::shared_ptr<Socket> socket, const std::string& auth) override {
    socket->Accept();
    socket->Emit("[\"auth\"," + (auth.empty() ? "{}" : auth) + "]");
  }
  void OnEvent(Socket& socket, const SocketEvent& event) override {
    std::vector<std::string> arguments = ArrayElements(event.arguments);
    if (arguments.front() == "\"message\"") {
      arguments.front() = "\"message-back\"";
      socket.Emit(Array(arguments, 0), event.attachments);
    } else if (arguments.front() == "\"message-with-ack\"") {
      socket.Acknowledge(event.id, Array(arguments, 1), event.attachments);
    }
  }
  void OnDisconnect(Socket&) override {}
};

class Echo final : public MessageHandler {
 public:
  explicit Echo(EngineSession& session) : session_(session) {}
  bool OnMessage(bool binary, std::string_view data) override {
    session_.Send(binary ? BinaryFrame(std::string(data)) : TextFrame("4" + std::string(data)));
    return true;
  }
  void OnClose() override {}

 private:
  EngineSession& session_;
};

void Accept(tcp::acceptor& acceptor, LiveServer& server) {
  acceptor.async_accept([&](boost::system::error_code error, tcp::socket socket) {
    if (!error) server.Adopt({.fd = socket.release(), .remote_address = "127.0.0.1"});
    Accept(acceptor, server);
  });
}

int Main() {
  boost::asio::io_context io{1};
  LiveServer server(io, {.engine = {.ping_interval = std::chrono::milliseconds(300),
                                    .ping_timeout = std::chrono::milliseconds(200),
                                    .max_payload = 1'000'000}});
  SuiteApplication application;
  server.Mount("/socket.io/", [&](EngineSession& session) {
    return std::make_unique<SocketIoSession>(io, session, application, std::chrono::milliseconds(1000),
                                             std::chrono::milliseconds(1000));
  });
  server.Mount("/engine.io/", [](EngineSession& session) { return std::make_unique<Echo>(session); });
  server.Start();
  tcp::acceptor acceptor(io, tcp::endpoint(boost::asio::ip::address_v4::loopback(), absl::GetFlag(FLAGS_port)));
  std::cout << "listening on http://127.0.0.1:" << acceptor.local_endpoint().port() << std::endl;
  Accept(acceptor, server);
  io.run();
  return 0;
}

}  // namespace
}  // namespace academy::live

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return academy::live::Main();
}
