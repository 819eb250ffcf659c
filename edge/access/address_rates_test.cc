#include "edge/access/address_rates.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/testing/fake_clock.h"

namespace academy::edge {
namespace {

class AddressRatesTest : public testing::Test {
 protected:
  // How many of `calls` calls of the address are admitted now.
  int Admitted(const std::string& address, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; ++i) admitted += rates_.Admit(address) == absl::ZeroDuration() ? 1 : 0;
    return admitted;
  }

  FakeClock clock_;
  AddressRates rates_{{.per_second = 2, .burst = 10}, clock_};
};

TEST_F(AddressRatesTest, ABurstIsAdmittedAndThenTheRate) {
  EXPECT_EQ(Admitted("192.0.2.1", 100), 10);
  clock_.Advance(absl::Seconds(3));
  EXPECT_EQ(Admitted("192.0.2.1", 100), 6);
  clock_.Advance(absl::Minutes(10));
  EXPECT_EQ(Admitted("192.0.2.1", 100), 10) << "a rested address has its burst again, and no more";
}

TEST_F(AddressRatesTest, WhoeverIsRefusedIsToldWhenToComeAgain) {
  Admitted("192.0.2.1", 10);
  absl::Duration wait = rates_.Admit("192.0.2.1");
  EXPECT_EQ(wait, absl::Milliseconds(500));
  clock_.Advance(wait);
  EXPECT_EQ(Admitted("192.0.2.1", 2), 1);
}

TEST_F(AddressRatesTest, AddressesDoNotCountForEachOther) {
  Admitted("192.0.2.1", 100);
  EXPECT_EQ(Admitted("192.0.2.2", 100), 10);
}

TEST_F(AddressRatesTest, AHouseholdsAddressesCountTogetherAndItsBlocksHaveMore) {
  EXPECT_EQ(Admitted("2001:db8:1:1::1", 8) + Admitted("2001:db8:1:1:ff::2", 8), 10);
  int block = 10;
  for (int i = 2; i < 60; ++i) block += Admitted("2001:db8:1:" + std::to_string(i) + "::1", 10);
  EXPECT_GE(block, 4 * 9);
  EXPECT_LE(block, 16 * 10);
}

TEST_F(AddressRatesTest, ACallThatItsBlockIsRefusedDoesNotCountForItsHousehold) {
  for (int i = 2; i < 60; ++i) Admitted("2001:db8:1:" + std::to_string(i) + "::1", 10);
  EXPECT_EQ(Admitted("2001:db8:1:1::1", 1000), 0);
  clock_.Advance(absl::Seconds(2));
  EXPECT_EQ(Admitted("2001:db8:1:1::1", 10), 10);
}

TEST_F(AddressRatesTest, ARefundedCallDoesNotCount) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(Admitted("2001:db8::1", 1), 1);
    rates_.Refund("2001:db8::1");
  }
  EXPECT_EQ(Admitted("2001:db8::1", 100), 10);
}

TEST(AddressRatesOffTest, WithoutALimitEverythingIsAdmitted) {
  FakeClock clock;
  AddressRates rates({}, clock);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(rates.Admit("192.0.2.1"), absl::ZeroDuration());
}

}  // namespace
}  // namespace academy::edge
