#include "services/backup/postgresql/service_file.h"

#include <gtest/gtest.h>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

TEST(ServiceFileTest, HasWhatTheAddressNames) {
  EXPECT_EQ(*ServiceFileText("postgresql://academy:s%3Ae%20cret@db.academy.test:5433/auth?sslmode=verify-full"),
            "[academy]\nuser=academy\npassword=s:e cret\ndbname=auth\nhost=db.academy.test\nport=5433\n"
            "sslmode=verify-full\n");
  EXPECT_EQ(*ServiceFileText("postgresql://academy@/auth?host=/run/postgresql"),
            "[academy]\nuser=academy\ndbname=auth\nhost=/run/postgresql\n");
  EXPECT_EQ(*ServiceFileText("postgresql://"), "[academy]\n");
}

TEST(ServiceFileTest, RefusesWhatTheFileCannotHoldAndSaysNoSecret) {
  for (const char* address :
       {"postgresql://academy:secret%0Ahost=elsewhere@host/auth", "postgresql://academy:secret%20@host/auth",
        "postgresql://academy:secret@host/auth?unknown=1", "service=other password=secret"}) {
    absl::Status refused = ServiceFileText(address).status();
    EXPECT_THAT(refused, HasReason("address_invalid")) << address;
    EXPECT_EQ(MessageOf(refused).find("secret"), std::string_view::npos) << address;
  }
}

TEST(ServiceFileTest, ASocketsAddressIsRead) {
  std::string address = SocketAddress("/srv/a b?/s", 1, "o'brien&co", "auth/x");
  EXPECT_EQ(*ServiceFileText(address), "[academy]\nuser=o'brien&co\ndbname=auth/x\nhost=/srv/a b?/s\nport=1\n");
}

}  // namespace
}  // namespace academy::backup
