#include "services/platform/rpc/tls/tls_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/flags/reflection.h"
#include "services/platform/rpc/tls/testing/test_authority.h"
#include "services/platform/testing/status_matchers.h"

ABSL_DECLARE_FLAG(std::string, grpc_tls);

namespace academy {
namespace {

using testing::HasSubstr;

class TlsFlagsTest : public testing::Test {
 protected:
  // The health item that managers read, and the only one.
  common::v1::HealthItem Item() {
    std::vector<common::v1::HealthItem> items = health_.Collect();
    EXPECT_EQ(items.size(), 1);
    return items.empty() ? common::v1::HealthItem() : items[0];
  }

  const absl::FlagSaver saver_;
  TestAuthority authority_;
  Metrics metrics_{"catalog"};
  HealthBoard health_;
};

TEST_F(TlsFlagsTest, WithoutTheFlagThereIsNoTlsAndNothingToWatch) {
  absl::StatusOr<std::unique_ptr<GrpcTls>> tls =
      GrpcTlsFromFlags("catalog", {.health = &health_, .metrics = &metrics_});
  ASSERT_OK(tls);
  EXPECT_EQ(*tls, nullptr);
  EXPECT_TRUE(health_.Collect().empty());
}

TEST_F(TlsFlagsTest, ManagersHearTwoWeeksBeforeACertificateExpires) {
  const std::filesystem::path folder = authority_.MakeFolder("catalog", {}, absl::Hours(13 * 24));
  absl::SetFlag(&FLAGS_grpc_tls, folder.string());
  absl::StatusOr<std::unique_ptr<GrpcTls>> tls =
      GrpcTlsFromFlags("catalog", {.health = &health_, .metrics = &metrics_});
  ASSERT_OK(tls);
  EXPECT_EQ(Item().name(), "grpc-certificate");
  EXPECT_EQ(Item().code(), "grpc_certificate_expiring");
  EXPECT_THAT(ToText(metrics_.Collect()), HasSubstr("academy_grpc_certificate_expiry_seconds"));
  authority_.Renew(folder, "catalog", {}, absl::Hours(23));
  ASSERT_OK((*tls)->Reload());
  EXPECT_EQ(Item().code(), "grpc_certificate_expired");
  authority_.Renew(folder, "catalog", {}, absl::Hours(15 * 24));
  ASSERT_OK((*tls)->Reload());
  EXPECT_EQ(Item().code(), "ok");
}

TEST_F(TlsFlagsTest, AFolderThatCannotBeUsedIsRefused) {
  absl::SetFlag(&FLAGS_grpc_tls, "/no/such/folder");
  EXPECT_THAT(GrpcTlsFromFlags("catalog", {}).status(), HasReason("grpc_tls_unusable"));
}

TEST_F(TlsFlagsTest, PlainCallsAreWarnedOfBeyondLoopbackOnly) {
  auto logged = [](std::string_view bind) {
    testing::internal::CaptureStderr();
    WarnOfPlainCalls(bind);
    return testing::internal::GetCapturedStderr();
  };
  for (const char* bind : {"127.0.0.1", "localhost", "::1", "[::1]"}) EXPECT_EQ(logged(bind), "") << bind;
  for (const char* bind : {"0.0.0.0", "10.0.0.1", "::", "[::]", "catalog.internal"}) {
    EXPECT_THAT(logged(bind), HasSubstr("give every process --grpc_tls")) << bind;
  }
}

}  // namespace
}  // namespace academy
