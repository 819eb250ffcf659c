// The front door and the gateway on one port, as in the edge.
#include <gtest/gtest.h>

#include <string>

#include "edge/http/server.h"
#include "edge/http/testing/http_client.h"
#include "edge/live/testing/gateway_fixture.h"

namespace academy::live {
namespace {

using edge::HttpClient;

constexpr std::string_view kHandshake = "/socket.io/?EIO=4&transport=polling";
constexpr std::string_view kRest = " HTTP/1.1\r\nHost: academy.test\r\n\r\n";

class FrontDoorTest : public GatewayTest {
 protected:
  FrontDoorTest()
      : server_({.workers = 2}, {.handle =
                                     [](const std::shared_ptr<http::Exchange>& exchange) {
                                       http::Response answer;
                                       answer.body = "front door";
                                       exchange->Send(std::move(answer));
                                     },
                                 .is_live = [](std::string_view target) { return Gateway::Owns(target); },
                                 .adopt_live = [this](http::Handover live) { gateway_->Adopt(std::move(live)); }}) {
    gateway_ = std::make_unique<Gateway>(GatewayOptions(), checker_, presence_);
    gateway_->SetHandBack([this](http::Handover connection) { server_.HandBack(std::move(connection)); });
    gateway_->Start();
    port_ = *server_.Start();
  }
  ~FrontDoorTest() override { gateway_->Stop(); }

  http::Server server_;
  int port_ = 0;
};

// Each of these was once handed back and forth for ever, because the two sides parsed it differently.
TEST_F(FrontDoorTest, WhatEitherSideCouldReadDifferentlyIsAnsweredByOne) {
  const std::string live(kHandshake);
  for (const std::string& begin : {"GET http://x" + live, "GET https://x:1" + live, "\r\nGET " + live,
                                   "\r\n\r\nGET " + live, "\r\n\r\nGET http://x" + live}) {
    HttpClient client(port_);
    client.Send(begin + std::string(kRest));
    EXPECT_EQ(client.Read().status, 200) << begin;
    client.Send(begin + std::string(kRest));
    EXPECT_EQ(client.Read().status, 200) << begin << " again, to the gateway";
  }
}

TEST_F(FrontDoorTest, AConnectionFollowsItsRequestsBackAndForth) {
  HttpClient client(port_);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(client.Call("GET", kHandshake).status, 200);
    EXPECT_EQ(client.Call("GET", "/page").body, "front door");
    EXPECT_EQ(client.Call("POST", "/page", {}, "body").body, "front door");
  }
  client.Send("GET " + std::string(kHandshake) + std::string(kRest) + "GET http://x/page" + std::string(kRest) +
              "GET " + std::string(kHandshake) + std::string(kRest));
  EXPECT_EQ(client.Read().status, 200);
  EXPECT_EQ(client.Read().body, "front door");
  EXPECT_EQ(client.Read().status, 200);
}

TEST_F(FrontDoorTest, ABodyEndsWhereTheGatewaySaysItDoes) {
  HttpClient client(port_);
  std::string sid = SidOf(client.Call("GET", kHandshake).body);
  std::string post = "POST " + std::string(kHandshake) + "&sid=" + sid + " HTTP/1.1\r\nHost: academy.test\r\n";
  client.Send(post + "Transfer-Encoding: chunked\r\n\r\n2\r\n40\r\n0\r\n\r\nGET /page" + std::string(kRest));
  EXPECT_EQ(client.Read().status, 200);
  EXPECT_EQ(client.Read().body, "front door");
}

}  // namespace
}  // namespace academy::live
