#include "services/enrollment/upstream_sync/academy_zone.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/enrollment/upstream_sync/zone_store.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

class AcademyZoneTest : public EnrollmentUnderTest, public testing::WithParamInterface<Engine> {
 protected:
  AcademyZoneTest() : EnrollmentUnderTest(GetParam()) {}

  void Publish(const std::string& zone) {
    upstreams_.auth.SetTimezone(zone);
    auth::v1::Event event;
    event.mutable_site_published()->set_revision(2);
    upstreams_.auth.feed().Append(event);
  }
  void AwaitZone(const std::string& name) {
    while (zone_.Get().name() != name) std::this_thread::yield();
  }
  std::string Stored() { return ReadStore(LoadZone); }
  // A day, as the assignment has it.
  std::string StartOf(const std::string& learner) { return FormatTime(Find("c1", learner)->window.start); }
};

INSTANTIATE_TEST_SUITE_P(Engines, AcademyZoneTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(AcademyZoneTest, IsTheFlagsUntilAuthHasToldIts) {
  EXPECT_EQ(zone_.Get().name(), "Asia/Riyadh");
  EXPECT_EQ(Stored(), "");
  upstreams_.auth.SetTimezone("Africa/Cairo");
  auto following = Follow();
  AwaitZone("Africa/Cairo");
}

TEST_P(AcademyZoneTest, APublicationChangesTheDaysOfWhatIsAssignedNext) {
  auto following = Follow();
  upstreams_.auth.feed().AskedAfter(1);
  ASSERT_OK(Assign("c1", {"l1"}, "2026-07-01", "2026-07-31"));
  EXPECT_EQ(StartOf("l1"), "2026-06-30T21:00:00.000Z");
  Publish("America/New_York");
  AwaitZone("America/New_York");
  ASSERT_OK(Assign("c1", {"l2"}, "2026-07-01", "2026-07-31"));
  EXPECT_EQ(StartOf("l2"), "2026-07-01T04:00:00.000Z");
  EXPECT_EQ(StartOf("l1"), "2026-06-30T21:00:00.000Z") << "what was assigned keeps its moments";
}

TEST_P(AcademyZoneTest, AStartWithoutAuthGoesOnWithTheLastOne) {
  {
    auto following = Follow();
    Publish("Africa/Cairo");
    // It is stored after it applies.
    while (Stored() != "Africa/Cairo") std::this_thread::yield();
  }
  upstreams_.StopAuth();
  AcademyZone next(*database_, auth_, Riyadh());
  EXPECT_EQ(next.Get().name(), "Africa/Cairo");
}

TEST_P(AcademyZoneTest, AnAuthOfTheReleaseBeforeLeavesItAsItIs) {
  upstreams_.auth.SetTimezone("Africa/Cairo");
  auto following = Follow();
  AwaitZone("Africa/Cairo");
  const int asked = upstreams_.auth.timezones_asked();
  Publish("");
  while (upstreams_.auth.timezones_asked() == asked) std::this_thread::yield();
  EXPECT_EQ(zone_.Get().name(), "Africa/Cairo");
}

TEST_P(AcademyZoneTest, AZoneThatThisSystemDoesNotKnowLeavesItAsItIs) {
  auto following = Follow();
  Publish("Mars/Olympus");
  while (upstreams_.auth.timezones_asked() < 2) std::this_thread::yield();
  EXPECT_EQ(zone_.Get().name(), "Asia/Riyadh");
  EXPECT_EQ(Stored(), "");
}

}  // namespace
}  // namespace academy::enrollment
