// Calls between a server and clients with certificates.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/testing/generic_server.h"
#include "services/platform/rpc/tls/grpc_tls.h"
#include "services/platform/rpc/tls/peer_names.h"
#include "services/platform/rpc/tls/testing/test_authority.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

// Answers every call with its client's names.
class NamingServer {
 public:
  explicit NamingServer(const GrpcTls& tls, absl::Duration age = absl::InfiniteDuration())
      : server_(Answer, tls.ForServer(), age) {}

  std::string address() const { return server_.address(); }

 private:
  static grpc::Status Answer(grpc::GenericCallbackServerContext& context) {
    std::string names;
    for (const std::string& name : PeerNames(*context.auth_context()).value_or(std::vector<std::string>{"nobody"})) {
      names.append(names.empty() ? "" : ",").append(name);
    }
    return {grpc::StatusCode::ALREADY_EXISTS, names};
  }

  GenericServer server_;
};

// What the server answered; otherwise `refused`.
std::string Call(const std::shared_ptr<grpc::Channel>& channel) {
  const grpc::Status result = CallUnary(channel, "/academy.Test/Read");
  return result.error_code() == grpc::StatusCode::ALREADY_EXISTS ? result.error_message() : "refused";
}

std::unique_ptr<GrpcTls> Load(const std::filesystem::path& folder, const std::string& process) {
  absl::StatusOr<std::unique_ptr<GrpcTls>> tls = GrpcTls::Load(folder, process);
  EXPECT_OK(tls);
  return tls.ok() ? *std::move(tls) : nullptr;
}

class MutualTlsTest : public testing::Test {
 protected:
  std::shared_ptr<grpc::Channel> ChannelTo(const std::string& service, const GrpcTls* tls) const {
    return MakeChannel(server_.address(), {}, {.service = service, .tls = tls});
  }

  TestAuthority authority_;
  const std::filesystem::path catalog_folder_ = authority_.MakeFolder("catalog");
  const std::filesystem::path edge_folder_ = authority_.MakeFolder("edge");
  const std::unique_ptr<GrpcTls> catalog_ = Load(catalog_folder_, "catalog");
  const std::unique_ptr<GrpcTls> edge_ = Load(edge_folder_, "edge");
  NamingServer server_{*catalog_, absl::Seconds(1)};
};

TEST_F(MutualTlsTest, TheServerKnowsItsClientByTheCertificate) {
  EXPECT_EQ(Call(ChannelTo("catalog", edge_.get())), "edge");
}

TEST_F(MutualTlsTest, NamesThatAreNoProcessesAreLeftOut) {
  std::unique_ptr<GrpcTls> several =
      Load(authority_.MakeFolder("auth", {"auth.academy.internal", "auth.example.com", "enrollment.academy.internal"}),
           "auth");
  EXPECT_EQ(Call(ChannelTo("catalog", several.get())), "auth,enrollment");
}

TEST_F(MutualTlsTest, AServerWhoseCertificateIsAnothersIsNotCalled) {
  EXPECT_EQ(Call(ChannelTo("enrollment", edge_.get())), "refused");
}

TEST_F(MutualTlsTest, AClientWithoutTlsIsRefused) { EXPECT_EQ(Call(ChannelTo("catalog", nullptr)), "refused"); }

TEST_F(MutualTlsTest, AClientWithoutACertificateIsRefused) {
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = authority_.pem();
  grpc::ChannelArguments arguments;
  arguments.SetSslTargetNameOverride("catalog.academy.internal");
  EXPECT_EQ(Call(grpc::CreateCustomChannel(server_.address(), grpc::SslCredentials(options), arguments)), "refused");
}

TEST_F(MutualTlsTest, AClientOfAnotherAuthorityIsRefused) {
  TestAuthority stranger;
  std::filesystem::path folder = stranger.MakeFolder("edge");
  std::unique_ptr<GrpcTls> tls = Load(folder, "edge");
  EXPECT_EQ(Call(ChannelTo("catalog", tls.get())), "refused");
  // Also where it believes the server.
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = authority_.pem();
  options.pem_private_key = ReadTestFile(folder / "edge.key");
  options.pem_cert_chain = ReadTestFile(folder / "edge.pem");
  grpc::ChannelArguments arguments;
  arguments.SetSslTargetNameOverride("catalog.academy.internal");
  EXPECT_EQ(Call(grpc::CreateCustomChannel(server_.address(), grpc::SslCredentials(options), arguments)), "refused");
}

TEST_F(MutualTlsTest, AServerOfAnotherAuthorityIsNotCalled) {
  TestAuthority stranger;
  std::unique_ptr<GrpcTls> tls = Load(stranger.MakeFolder("catalog"), "catalog");
  NamingServer other(*tls);
  EXPECT_EQ(Call(MakeChannel(other.address(), {}, {.service = "catalog", .tls = edge_.get()})), "refused");
}

TEST_F(MutualTlsTest, ARevokedClientIsRefusedFromTheStart) {
  std::filesystem::create_directory(catalog_folder_ / "crl");
  WriteTestFile(catalog_folder_ / "crl" / "list.pem", authority_.ListWith(edge_folder_, "edge"));
  std::unique_ptr<GrpcTls> tls = Load(catalog_folder_, "catalog");
  NamingServer server(*tls);
  auto to_server = [&](const GrpcTls& client) {
    return MakeChannel(server.address(), {}, {.service = "catalog", .tls = &client});
  };
  EXPECT_EQ(Call(to_server(*edge_)), "refused");
  std::unique_ptr<GrpcTls> other = Load(authority_.MakeFolder("edge"), "edge");
  EXPECT_EQ(Call(to_server(*other)), "edge") << "another certificate of the same name";
}

TEST_F(MutualTlsTest, ListsAreReadAgainWithTheCertificates) {
  EXPECT_EQ(Call(ChannelTo("catalog", edge_.get())), "edge");
  std::filesystem::create_directory(catalog_folder_ / "crl");
  WriteTestFile(catalog_folder_ / "crl" / "list.pem", authority_.ListWith(edge_folder_, "edge"));
  ASSERT_OK(catalog_->Reload());
  EXPECT_EQ(Call(ChannelTo("catalog", edge_.get())), "refused");
  // Lists that cannot be used leave those before in use.
  WriteTestFile(catalog_folder_ / "crl" / "list.pem", "nonsense");
  EXPECT_THAT(catalog_->Reload(), HasReason("grpc_tls_unusable"));
  EXPECT_EQ(Call(ChannelTo("catalog", edge_.get())), "refused");
  std::filesystem::remove_all(catalog_folder_ / "crl");
  ASSERT_OK(catalog_->Reload());
  EXPECT_EQ(Call(ChannelTo("catalog", edge_.get())), "edge");
}

TEST_F(MutualTlsTest, AServerWhoseCertificateIsRevokedIsNotCalled) {
  std::filesystem::create_directory(edge_folder_ / "crl");
  WriteTestFile(edge_folder_ / "crl" / "list.pem", authority_.ListWith(catalog_folder_, "catalog"));
  ASSERT_OK(edge_->Reload());
  EXPECT_EQ(Call(ChannelTo("catalog", edge_.get())), "refused");
}

// Connections end after a second here, so that calls need new ones all the time.
TEST_F(MutualTlsTest, NoCallIsRefusedWhileCertificatesAndTheAuthorityAreReplaced) {
  std::atomic<bool> stop = false;
  std::atomic<int> calls = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      std::shared_ptr<grpc::Channel> channel = ChannelTo("catalog", edge_.get());
      while (!stop) {
        ++calls;
        if (Call(channel) != "edge") ++refused;
      }
    });
  }
  // Until connections were made with what is new: it is used within a second, and they live for one.
  auto reload = [&] {
    EXPECT_OK(catalog_->Reload());
    EXPECT_OK(edge_->Reload());
    std::shared_ptr<grpc::Channel> fresh;
    for (absl::Time end = absl::Now() + absl::Seconds(3); absl::Now() < end;) {
      fresh = ChannelTo("catalog", edge_.get());
      if (Call(fresh) != "edge") ++refused;
    }
  };
  authority_.Renew(catalog_folder_, "catalog");
  reload();
  authority_.Renew(edge_folder_, "edge");
  reload();
  TestAuthority next;
  for (const auto& folder : {catalog_folder_, edge_folder_}) {
    WriteTestFile(folder / "ca.pem", authority_.pem() + next.pem());
  }
  reload();
  next.Renew(catalog_folder_, "catalog");
  next.Renew(edge_folder_, "edge");
  reload();
  for (const auto& folder : {catalog_folder_, edge_folder_}) WriteTestFile(folder / "ca.pem", next.pem());
  reload();
  stop = true;
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(refused, 0) << "of " << calls;
  EXPECT_GT(calls, 100);
  // The authority before is believed no more.
  std::unique_ptr<GrpcTls> old = Load(authority_.MakeFolder("edge"), "edge");
  EXPECT_EQ(Call(ChannelTo("catalog", old.get())), "refused");
}

TEST_F(MutualTlsTest, FilesThatDoNotFitTogetherLeaveThoseBeforeInUse) {
  std::string good = ReadTestFile(catalog_folder_ / "catalog.key");
  absl::Time expiry = catalog_->Expiry();
  for (const std::string& bad : {std::string("nonsense"), ReadTestFile(edge_folder_ / "edge.key")}) {
    WriteTestFile(catalog_folder_ / "catalog.key", bad);
    EXPECT_THAT(catalog_->Reload(), HasReason("grpc_tls_unusable"));
    EXPECT_EQ(Call(ChannelTo("catalog", edge_.get())), "edge");
  }
  EXPECT_EQ(catalog_->Expiry(), expiry);
  WriteTestFile(catalog_folder_ / "catalog.key", good);
  EXPECT_OK(catalog_->Reload());
}

}  // namespace
}  // namespace academy
