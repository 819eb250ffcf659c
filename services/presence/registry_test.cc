#include "services/presence/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace academy::presence {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Connection Learner(const std::string& id, const std::string& user, const std::string& session) {
  return {.id = id, .manager = false, .person_id = user, .session_id = session};
}

std::vector<std::string> OnlineIds(const Registry& registry) {
  std::vector<std::string> ids;
  for (const OnlineLearner& learner : registry.Online()) ids.push_back(learner.id);
  return ids;
}

std::vector<std::string> Texts(const std::vector<Push>& pushes) {
  std::vector<std::string> texts;
  for (const Push& push : pushes) {
    texts.push_back(push.edge_id + " " + push.connection_id + " " + push.event + " " + push.reason);
  }
  return texts;
}

TEST(RegistryTest, ALearnerIsOnlineWhileAnyConnectionIsOpen) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "s1"));
  registry.Open("e2", Learner("c2", "anna", "s1"));
  registry.Open("e1", Learner("c3", "bea", "s2"));
  EXPECT_THAT(OnlineIds(registry), ElementsAre("anna", "bea"));
  EXPECT_EQ(registry.Online()[0].connection_id, "c2");
  registry.Close("e1", "c1");
  EXPECT_THAT(OnlineIds(registry), ElementsAre("anna", "bea"));
  registry.Close("e2", "c2");
  EXPECT_THAT(OnlineIds(registry), ElementsAre("bea"));
}

TEST(RegistryTest, ManagersAreNotOnTheList) {
  Registry registry;
  registry.Open("e1", {.id = "c1", .manager = true, .person_id = "boss", .session_id = "s1"});
  EXPECT_THAT(OnlineIds(registry), IsEmpty());
  EXPECT_EQ(registry.online_version(), 0u);
  EXPECT_THAT(Texts(registry.EndSession("s1", "expired")), ElementsAre("e1 c1 logout expired"));
}

TEST(RegistryTest, SignInElsewherePushesAnotherDeviceToTheOldSessionOnly) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "old"));
  registry.Open("e1", Learner("c2", "anna", "old"));
  registry.Open("e2", Learner("c3", "anna", "new"));
  EXPECT_THAT(
      Texts(registry.EndSession("old", "signed_in_elsewhere")),
      UnorderedElementsAre("e1 c1 anotherDevice signed_in_elsewhere", "e1 c2 anotherDevice signed_in_elsewhere"));
  EXPECT_THAT(OnlineIds(registry), ElementsAre("anna"));
  EXPECT_THAT(registry.EndSession("old", "signed_in_elsewhere"), IsEmpty());
}

TEST(RegistryTest, AConnectionThatOpensAfterItsSessionEndedIsPushedAtOnce) {
  Registry registry;
  EXPECT_THAT(registry.EndSession("s1", "deactivated"), IsEmpty());
  EXPECT_THAT(Texts(registry.Open("e1", Learner("c1", "anna", "s1"))), ElementsAre("e1 c1 logout deactivated"));
  EXPECT_THAT(Texts(registry.ReplaceEdge("e1", {Learner("c1", "anna", "s1"), Learner("c2", "bea", "s2")})),
              ElementsAre("e1 c1 logout deactivated"));
  EXPECT_THAT(OnlineIds(registry), ElementsAre("bea"));
}

TEST(RegistryTest, APushSaysWhereTheFeedEndedTheSession) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "s1"));
  EXPECT_EQ(registry.EndSession("s1", "expired", 7)[0].feed_position, 7);
  EXPECT_EQ(registry.Open("e1", Learner("c2", "anna", "s1"))[0].feed_position, 7);
}

TEST(RegistryTest, OnlySoManyEndedSessionsAreRemembered) {
  Registry registry(2);
  for (const char* session : {"s1", "s2", "s3"}) registry.EndSession(session, "logout");
  EXPECT_THAT(registry.Open("e1", Learner("c1", "anna", "s1")), IsEmpty());
  EXPECT_EQ(registry.Open("e1", Learner("c2", "anna", "s2")).size(), 1u);
}

TEST(RegistryTest, ASnapshotReplacesWhatWasKnownOfItsEdgeOnly) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "s1"));
  registry.Open("e2", Learner("c2", "bea", "s2"));
  registry.ReplaceEdge("e1", {Learner("c3", "carl", "s3")});
  EXPECT_THAT(OnlineIds(registry), ElementsAre("bea", "carl"));
  registry.DropEdge("e1");
  EXPECT_THAT(OnlineIds(registry), ElementsAre("bea"));
}

TEST(RegistryTest, AnEdgeCannotCloseAnothersConnection) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "s1"));
  registry.Close("e2", "c1");
  registry.Close("e1", "unknown");
  EXPECT_THAT(OnlineIds(registry), ElementsAre("anna"));
}

TEST(RegistryTest, SignOutPushesLogoutToAllConnectionsOfTheLearner) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "s1"));
  registry.Open("e2", Learner("c2", "anna", "s1"));
  EXPECT_THAT(Texts(registry.SignOut("anna", "signed_out_by_manager", 5)),
              ElementsAre("e1 c1 logout signed_out_by_manager", "e2 c2 logout signed_out_by_manager"));
  EXPECT_THAT(OnlineIds(registry), IsEmpty());
  EXPECT_THAT(registry.SignOut("anna", "signed_out_by_manager", 5), IsEmpty());
}

TEST(RegistryTest, ASignOutConcernsTheConnectionsThatWereOpenThen) {
  Registry registry;
  auto at = [](Connection connection, int64_t position) {
    connection.feed_position = position;
    return connection;
  };
  registry.Open("e1", at(Learner("c1", "anna", "s1"), 4));
  registry.Open("e1", at(Learner("c2", "anna", "s1"), 5));
  EXPECT_THAT(Texts(registry.SignOut("anna", "removed", 5)), ElementsAre("e1 c1 logout removed"));
  EXPECT_THAT(registry.SignOut("anna", "removed", 5), IsEmpty());
  EXPECT_THAT(
      Texts(registry.ReplaceEdge("e2", {at(Learner("c3", "anna", "s1"), 3), at(Learner("c4", "anna", "s1"), 6)})),
      ElementsAre("e2 c3 logout removed"));
  registry.ForgetSignOuts();
  EXPECT_THAT(registry.Open("e2", at(Learner("c5", "anna", "s1"), 3)), IsEmpty());
}

TEST(RegistryTest, ChangesAreTakenOnceAndAllIsTakenWithThem) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "s1"));
  registry.Open("e1", Learner("c2", "bea", "s2"));
  registry.Close("e1", "c2");
  std::vector<std::string> changes;
  for (const OnlineChange& change : registry.TakeChanges()) changes.push_back(change.id + "=" + change.connection_id);
  EXPECT_THAT(changes, UnorderedElementsAre("anna=c1", "bea="));
  EXPECT_THAT(registry.TakeChanges(), IsEmpty());
  registry.Open("e1", Learner("c3", "anna", "s1"));
  EXPECT_EQ(registry.TakeAll().size(), 1u);
  EXPECT_THAT(registry.TakeChanges(), IsEmpty());
}

TEST(RegistryTest, VersionsTellMembershipFromNewestConnection) {
  Registry registry;
  registry.Open("e1", Learner("c1", "anna", "s1"));
  uint64_t members = registry.members_version();
  uint64_t online = registry.online_version();
  registry.Open("e1", Learner("c2", "anna", "s1"));
  EXPECT_EQ(registry.members_version(), members);
  EXPECT_GT(registry.online_version(), online);
  registry.DropEdge("e1");
  EXPECT_GT(registry.members_version(), members);
}

}  // namespace
}  // namespace academy::presence
