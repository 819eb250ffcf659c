// A test fixture with a front door per test, which echoes its requests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "edge/http/server.h"
#include "edge/http/testing/http_client.h"

namespace academy::http {

// Answers with the request's method, path and body.
inline void Echo(const std::shared_ptr<Exchange>& exchange) {
  const Request& request = exchange->request();
  Response answer;
  answer.headers.emplace_back("Content-Type", "text/plain");
  answer.body = request.method + " " + request.path + " " + request.body;
  exchange->Send(std::move(answer));
}

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    options_.workers = 4;
    hooks_.handle = [](std::shared_ptr<Exchange> exchange) { Echo(exchange); };
    hooks_.body_policy = [](const Request& request) {
      if (request.path == "/stream") return BodyRule{.max_bytes = 4 * 1024 * 1024, .streamed = true};
      return BodyRule{.max_bytes = 1024};
    };
  }

  void Start() {
    server_ = std::make_unique<Server>(options_, hooks_);
    absl::StatusOr<int> port = server_->Start();
    ASSERT_TRUE(port.ok()) << port.status();
    port_ = *port;
  }

  // Sends these bytes as they are and returns the answer.
  edge::HttpResponse Raw(std::string_view bytes) {
    edge::HttpClient client(port_);
    client.Send(bytes);
    return client.Read();
  }

  ServerOptions options_;
  ServerHooks hooks_;
  int port_ = 0;
  std::unique_ptr<Server> server_;
};

}  // namespace academy::http
