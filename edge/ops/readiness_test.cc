// Four real gRPC servers with nothing but health, and the two calls in front of them.
#include "edge/ops/readiness.h"

#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "edge/http/testing/server_fixture.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {
namespace {

using nlohmann::json;

class FakeService {
 public:
  FakeService() {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    server_ = builder.BuildAndStart();
    address_ = "127.0.0.1:" + std::to_string(port);
    channel_ = MakeChannel(address_);
  }

  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  const std::string& address() const { return address_; }
  void SetServing(bool serving) { server_->GetHealthCheckService()->SetServingStatus(serving); }
  void Stop() { server_->Shutdown(); }

 private:
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
  std::shared_ptr<grpc::Channel> channel_;
};

class ReadinessTest : public http::ServerTest {
 protected:
  ReadinessTest() {
    hooks_.handle = [this](const std::shared_ptr<http::Exchange>& exchange) {
      exchange->request().path == "/readyz" ? readiness_.ServeAcademy(exchange) : readiness_.ServeEdge(exchange);
    };
    Start();
  }

  struct Answer {
    int status = 0;
    json body;
  };
  Answer Ask(const std::string& path) {
    HttpResponse answer = HttpClient(port_).Call("GET", path);
    EXPECT_EQ(answer.fields.contains("retry-after"), answer.status == 503);
    return {.status = answer.status, .body = json::parse(answer.body)};
  }
  void StopAll() {
    for (FakeService* service : {&auth_, &catalog_, &enrollment_, &presence_}) service->Stop();
  }

  FakeService auth_;
  FakeService catalog_;
  FakeService enrollment_;
  FakeService presence_;
  Readiness readiness_{{.auth = auth_.channel(),
                        .catalog = catalog_.channel(),
                        .enrollment = enrollment_.channel(),
                        .presence = presence_.channel()}};
};

TEST_F(ReadinessTest, AllIsReadyWhenEveryServiceServes) {
  for (const char* path : {"/readyz", "/readyz/edge"}) {
    Answer answer = Ask(path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.body, json::parse(R"({"message":"Ready","ready":true,"missing":[],"silent":[]})")) << path;
  }
}

TEST_F(ReadinessTest, AServiceThatIsNotReadyIsNotTheEdgesFault) {
  catalog_.SetServing(false);
  Answer academy = Ask("/readyz");
  EXPECT_EQ(academy.status, 503);
  EXPECT_EQ(academy.body["code"], "not_ready");
  EXPECT_EQ(academy.body["ready"], false);
  EXPECT_EQ(academy.body["missing"], json::array({"catalog"}));
  EXPECT_EQ(academy.body["silent"], json::array());
  Answer edge = Ask("/readyz/edge");
  EXPECT_EQ(edge.status, 200);
  EXPECT_EQ(edge.body["ready"], true);
  EXPECT_EQ(edge.body["missing"], json::array({"catalog"}));
  EXPECT_EQ(edge.body["silent"], json::array());
  catalog_.SetServing(true);
  EXPECT_EQ(Ask("/readyz").status, 200);
}

TEST_F(ReadinessTest, AServiceThatIsDownIsNotTheEdgesFault) {
  presence_.Stop();
  EXPECT_EQ(Ask("/readyz").body["silent"], json::array({"presence"}));
  Answer edge = Ask("/readyz/edge");
  EXPECT_EQ(edge.status, 200);
  EXPECT_EQ(edge.body["silent"], json::array({"presence"}));
}

TEST_F(ReadinessTest, AnEdgeThatNoServiceAnswersIsNotReady) {
  StopAll();
  Answer edge = Ask("/readyz/edge");
  EXPECT_EQ(edge.status, 503);
  EXPECT_EQ(edge.body["code"], "edge_isolated");
  EXPECT_EQ(edge.body["silent"].size(), 4);
}

TEST_F(ReadinessTest, AnEdgeThatDrainsIsNotReady) {
  readiness_.StartDrain();
  for (const char* path : {"/readyz", "/readyz/edge"}) {
    Answer answer = Ask(path);
    EXPECT_EQ(answer.status, 503) << path;
    EXPECT_EQ(answer.body["code"], "draining") << path;
    EXPECT_EQ(answer.body["ready"], false) << path;
    EXPECT_EQ(answer.body["missing"], json::array()) << path;
    EXPECT_EQ(answer.body["silent"], json::array()) << path;
  }
}

TEST_F(ReadinessTest, ReplicasOfWhichNoneServesAreNotSilent) {
  FakeService replica;
  std::shared_ptr<grpc::Channel> both = MakeChannel("ipv4:" + auth_.address() + "," + replica.address());
  Readiness readiness({.auth = both, .catalog = both, .enrollment = both, .presence = both});
  hooks_.handle = [&](const std::shared_ptr<http::Exchange>& exchange) { readiness.ServeEdge(exchange); };
  server_.reset();
  Start();
  EXPECT_EQ(Ask("/readyz/edge").body["missing"], json::array());
  for (FakeService* service : {&auth_, &replica}) service->SetServing(false);
  // The channel notices by itself.
  auto deadline = std::chrono::system_clock::now() + std::chrono::seconds(30);
  for (grpc_connectivity_state state = both->GetState(true); state != GRPC_CHANNEL_TRANSIENT_FAILURE;
       state = both->GetState(true)) {
    ASSERT_TRUE(both->WaitForStateChange(state, deadline));
  }
  Answer edge = Ask("/readyz/edge");
  EXPECT_EQ(edge.status, 200) << edge.body;
  EXPECT_EQ(edge.body["missing"].size(), 4);
  EXPECT_EQ(edge.body["silent"], json::array());
  for (FakeService* service : {&auth_, &replica}) service->Stop();
  while (Ask("/readyz/edge").status == 200) ASSERT_LT(std::chrono::system_clock::now(), deadline);
  EXPECT_EQ(Ask("/readyz/edge").body["code"], "edge_isolated");
  server_.reset();
}

}  // namespace
}  // namespace academy::edge
