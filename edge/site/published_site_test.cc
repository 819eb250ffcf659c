#include "edge/site/published_site.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "absl/synchronization/notification.h"
#include "edge/access/session_cache.h"
#include "edge/testing/fake_academy.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

using nlohmann::json;

std::string Named(const std::string& name) {
  json files = {{"site.json", {{"name", {{"ar", "نور"}, {"en", name}}}}}};
  return files.dump();
}

class PublishedSiteTest : public testing::Test {
 protected:
  PublishedSiteTest()
      : copy_(std::filesystem::path(testing::TempDir()) / "published-site.json"),
        zone_copy_(std::filesystem::path(testing::TempDir()) / "published-site.timezone"),
        folder_(*SiteFolder::Open("site")) {
    std::filesystem::remove(copy_);
    std::filesystem::remove(zone_copy_);
  }

  // As an edge does: whoever follows the sessions tells of publications too.
  void Start() {
    published_.emplace(academy_.MakeChannels().auth, *folder_, copy_);
    sessions_.emplace(academy_.MakeChannels().auth, rates_, clock_, published_->Listener());
  }
  void Stop() {
    sessions_.reset();
    published_.reset();
  }
  std::string NameShown() const { return folder_->content()->views["en"]["name"]; }
  std::string ZoneShown() const { return folder_->content()->timezone; }
  void AwaitName(const std::string& name) const {
    while (NameShown() != name) std::this_thread::yield();
  }

  const std::filesystem::path copy_;
  const std::filesystem::path zone_copy_;
  FakeClock clock_;
  FakeAcademy academy_;
  AddressRates rates_{RateLimit(), clock_};
  const std::unique_ptr<SiteFolder> folder_;
  std::optional<PublishedSite> published_;
  std::optional<SessionCache> sessions_;
};

TEST_F(PublishedSiteTest, WhatWasPublishedBeforeTheEdgeCameIsShown) {
  academy_.PublishSite(Named("Noor"));
  Start();
  AwaitName("Noor");
}

TEST_F(PublishedSiteTest, APublicationIsShownWithoutAFeedOfItsOwn) {
  Start();
  while (!sessions_->live()) std::this_thread::yield();
  academy_.PublishSite(Named("Noor"));
  AwaitName("Noor");
  academy_.PublishSite(Named("Noor Academy"));
  AwaitName("Noor Academy");
  EXPECT_EQ(academy_.auth_feeds_opened(), 1);
}

TEST_F(PublishedSiteTest, WhoPublishedFindsItShown) {
  Start();
  while (!sessions_->live()) std::this_thread::yield();
  academy_.PublishSite(Named("Noor"));
  absl::Notification shown;
  published_->Refresh([&] { shown.Notify(); });
  shown.WaitForNotification();
  EXPECT_EQ(NameShown(), "Noor");
}

TEST_F(PublishedSiteTest, TheTimeZoneIsThatOfThePublication) {
  academy_.PublishSite(Named("Noor"), "Asia/Riyadh");
  Start();
  AwaitName("Noor");
  EXPECT_EQ(ZoneShown(), "Asia/Riyadh");
  // Nothing else changes.
  academy_.PublishSite(Named("Noor"), "Africa/Cairo");
  while (ZoneShown() != "Africa/Cairo") std::this_thread::yield();
}

TEST_F(PublishedSiteTest, TheCopyIsShownWhileAuthIsAway) {
  academy_.PublishSite(Named("Noor"), "Africa/Cairo");
  Start();
  AwaitName("Noor");
  // The copy is written after it is shown.
  while (!std::filesystem::exists(zone_copy_)) std::this_thread::yield();
  Stop();
  academy_.Stop();
  ASSERT_OK(folder_->Publish("", ""));
  Start();
  EXPECT_EQ(NameShown(), "Noor");
  EXPECT_EQ(ZoneShown(), "Africa/Cairo");
}

}  // namespace
}  // namespace academy::edge
