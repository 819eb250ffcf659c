#include "services/platform/health/health_board.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "services/platform/health/health_item.h"
#include "services/platform/testing/fake_clock.h"

namespace academy {
namespace {

TEST(HealthBoardTest, AnItemTellsSinceWhenItHasBeenSo) {
  FakeClock clock;
  HealthBoard board(clock);
  std::string code = "ok";
  board.Add([&] { return MakeHealthItem("mail", code, 0); });
  const std::string first = FormatTime(clock.Now());
  EXPECT_EQ(board.Collect()[0].since(), first);
  clock.Advance(absl::Seconds(60));
  EXPECT_EQ(board.Collect()[0].since(), first);
  code = "mail_waiting";
  const std::string second = FormatTime(clock.Now());
  EXPECT_EQ(board.Collect()[0].since(), second);
  clock.Advance(absl::Seconds(60));
  EXPECT_EQ(board.Collect()[0].since(), second);
  EXPECT_EQ(board.Collect()[0].state(), "warning");
}

TEST(HealthBoardTest, AReaderThatKnowsTheTimeKeepsIt) {
  HealthBoard board;
  board.Add([] {
    common::v1::HealthItem item = MakeHealthItem("mail", "mail_stuck", 7200);
    item.set_since("2026-01-01T00:00:00.000Z");
    return item;
  });
  EXPECT_EQ(board.Collect()[0].since(), "2026-01-01T00:00:00.000Z");
}

TEST(HealthBoardTest, AMissingThingIsLeftOut) {
  HealthBoard board;
  board.Add([] { return common::v1::HealthItem(); });
  EXPECT_TRUE(board.Collect().empty());
}

TEST(HealthBoardTest, ListenersHearWhetherItServesAtOnceAndAfterEachChange) {
  HealthBoard board;
  std::vector<bool> heard;
  board.SetServing(false);
  board.Listen([&](bool serving) { heard.push_back(serving); });
  board.SetServing(false);
  board.SetServing(true);
  board.SetServing(true);
  board.SetServing(false);
  board.Listen({});
  board.SetServing(true);
  EXPECT_EQ(heard, (std::vector<bool>{false, true, false}));
}

TEST(HealthItemTest, AnUnknownCodeIsUnknown) {
  EXPECT_EQ(MakeHealthItem("disk", "no_such_code", 1).code(), "unknown");
  EXPECT_EQ(MakeHealthItem("disk", "no_such_code", 1).state(), "warning");
}

TEST(HealthItemTest, WhatIsTheMatterHasARemedyAndWhatIsWellHasNone) {
  EXPECT_EQ(MakeHealthItem("disk", "ok", 1).remedy(), "");
  EXPECT_NE(MakeHealthItem("disk", "disk_full", 1).remedy(), "");
}

TEST(HealthItemTest, FailingIsWorseThanAWarningAndThatThanWell) {
  auto ok = MakeHealthItem("disk", "ok", 1);
  auto low = MakeHealthItem("disk", "disk_low", 1);
  auto full = MakeHealthItem("disk", "disk_full", 1);
  EXPECT_TRUE(IsWorse(full, low));
  EXPECT_TRUE(IsWorse(low, ok));
  EXPECT_FALSE(IsWorse(low, low));
  EXPECT_FALSE(IsWorse(ok, full));
}

TEST(HealthItemTest, ACertificatesEndIsToldBeforeItComes) {
  EXPECT_EQ(CertificateItem("certificate", absl::Hours(15 * 24)).code(), "ok");
  EXPECT_EQ(CertificateItem("certificate", absl::Hours(13 * 24)).code(), "certificate_expiring");
  EXPECT_EQ(CertificateItem("certificate", absl::Hours(23)).code(), "certificate_expired");
  EXPECT_EQ(CertificateItem("certificate", absl::Hours(-1)).value(), -3600);
  EXPECT_EQ(CertificateItem("grpc-certificate", absl::Hours(15 * 24)).code(), "ok");
  EXPECT_EQ(CertificateItem("grpc-certificate", absl::Hours(13 * 24)).code(), "grpc_certificate_expiring");
  EXPECT_EQ(CertificateItem("grpc-certificate", absl::Hours(13 * 24)).state(), "warning");
  EXPECT_EQ(CertificateItem("grpc-certificate", absl::Hours(23)).code(), "grpc_certificate_expired");
  EXPECT_EQ(CertificateItem("grpc-certificate", absl::Hours(23)).state(), "failing");
}

TEST(HealthItemTest, ADiskThatCannotBeSeenIsUnknown) {
  EXPECT_EQ(DiskItem("/no/such/folder").code(), "unknown");
  EXPECT_GT(DiskItem("/").value(), 0);
}

}  // namespace
}  // namespace academy
