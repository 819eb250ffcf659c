#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/base/time_zone.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

using nlohmann::json;

json Facts(const std::string& name = "Noor") {
  return {{"name", {{"ar", "نور"}, {"en", name}}}, {"email", "hello@noor.test"}};
}

class SiteTest : public AuthTest {
 protected:
  Reply<v1::SaveSiteDraftResponse> Save(const Caller& caller, const json& files,
                                        std::optional<int64_t> revision = std::nullopt) {
    v1::SaveSiteDraftRequest request;
    request.set_files(files.dump());
    if (revision.has_value()) request.set_revision(*revision);
    return Call(caller, &v1::Site::Stub::SaveSiteDraft, request);
  }
  Reply<v1::SaveSiteDraftResponse> SaveZone(const Caller& caller, const std::string& timezone) {
    json files = {{"site.json", Facts()}};
    v1::SaveSiteDraftRequest request;
    request.set_files(files.dump());
    request.set_timezone(timezone);
    return Call(caller, &v1::Site::Stub::SaveSiteDraft, request);
  }
  std::string Zone() {
    return Call(Service("enrollment"), &v1::Site::Stub::GetTimezone, v1::GetTimezoneRequest()).response.timezone();
  }
  Reply<v1::PublishSiteResponse> Publish(const Caller& caller, std::optional<int64_t> revision = std::nullopt) {
    v1::PublishSiteRequest request;
    if (revision.has_value()) request.set_revision(*revision);
    return Call(caller, &v1::Site::Stub::PublishSite, request);
  }
  v1::StoredSite Stored() { return Call(Service(), &v1::Site::Stub::GetSite, v1::GetSiteRequest()).response.site(); }
  std::vector<std::string> Actions(const Caller& owner) {
    std::vector<std::string> actions;
    auto listed = Call(owner, &v1::Audit::Stub::ListEvents, v1::ListEventsRequest());
    for (const v1::AuditEvent& event : listed.response.result()) {
      if (event.action().starts_with("site.")) actions.push_back(event.action() + " " + event.subject().kind());
    }
    return actions;
  }
  int Publications() {
    int count = 0;
    for (const v1::Event& event : Events()) count += event.has_site_published() ? 1 : 0;
    return count;
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, SiteTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SiteTest, AnAcademyBeginsWithoutASiteOfItsOwn) {
  Start();
  v1::StoredSite site = Stored();
  EXPECT_EQ(site.published().files(), "");
  EXPECT_EQ(site.draft().files(), "");
  EXPECT_EQ(site.revision(), 0);
  Caller owner = AManager();
  ASSERT_OK(Publish(owner)) << "nothing to publish is nothing to do";
  EXPECT_EQ(Publications(), 0);
}

TEST_P(SiteTest, ADraftIsShownToNobodyUntilItIsPublished) {
  Start();
  Caller owner = AManager();
  json files = {{"site.json", Facts()}};
  auto saved = Save(owner, files);
  ASSERT_OK(saved);
  EXPECT_EQ(saved.response.site().revision(), 1);
  EXPECT_EQ(json::parse(Stored().draft().files()), files);
  EXPECT_EQ(Stored().published().files(), "");
  EXPECT_EQ(Publications(), 0);

  ASSERT_OK(Publish(owner, 1));
  v1::StoredSite site = Stored();
  EXPECT_EQ(json::parse(site.published().files()), files);
  EXPECT_EQ(site.draft().files(), "");
  EXPECT_EQ(site.revision(), 2);
  EXPECT_NE(site.published().changed_at(), "");
  EXPECT_EQ(Publications(), 1);
  EXPECT_EQ(Actions(owner), (std::vector<std::string>{"site.published site", "site.draft_saved site"}));
}

TEST_P(SiteTest, ADraftReplacesTheOneBefore) {
  Start();
  Caller owner = AManager();
  ASSERT_OK(Save(owner, {{"site.json", Facts("One")}}));
  ASSERT_OK(Save(owner, {{"site.json", Facts("Two")}}));
  EXPECT_EQ(json::parse(Stored().draft().files())["site.json"]["name"]["en"], "Two");
}

TEST_P(SiteTest, WhoHasNotSeenAnothersChangeDoesNotOverwriteIt) {
  Start();
  Caller owner = AManager();
  ASSERT_OK(Save(owner, {{"site.json", Facts("One")}}, 0));
  EXPECT_THAT(Save(owner, {{"site.json", Facts("Two")}}, 0), HasReason("changed_meanwhile"));
  EXPECT_THAT(Publish(owner, 0), HasReason("changed_meanwhile"));
  EXPECT_OK(Save(owner, {{"site.json", Facts("Two")}}, 1));
}

TEST_P(SiteTest, EveryProblemIsNamedWithItsFileAndKey) {
  Start();
  Caller owner = AManager();
  json wrong = Facts();
  wrong["email"] = "nobody";
  wrong["name"].erase("ar");
  auto answer = Save(owner, {{"site.json", wrong}, {"en/none.json", json::object()}});
  EXPECT_THAT(answer, HasReason("validation_failed"));
  std::vector<std::string> fields;
  for (const FieldViolation& field : DetailOf(answer.status).fields) fields.push_back(field.field + " " + field.code);
  EXPECT_EQ(fields, (std::vector<std::string>{"en/none.json:  unknown", "site.json: email email_invalid",
                                              "site.json: name.ar required"}));
  EXPECT_EQ(Stored().revision(), 0);
  for (const char* files : {"", "[]", "{", "null"}) {
    v1::SaveSiteDraftRequest request;
    request.set_files(files);
    EXPECT_THAT(Call(owner, &v1::Site::Stub::SaveSiteDraft, request), HasReason("validation_failed")) << files;
  }
  json large = {{"site.json", Facts(std::string(600 * 1024, 'x'))}};
  EXPECT_THAT(Save(owner, large), HasReason("validation_failed"));
}

TEST_P(SiteTest, OnlyOwnersChangeTheSite) {
  Start();
  AManager();
  for (Role role : {Role::kManager, Role::kSupport}) {
    Caller other = AManager(role == Role::kManager ? "m@academy.test" : "s@academy.test", role);
    EXPECT_THAT(Save(other, {{"site.json", Facts()}}), HasReason("role_not_allowed"));
    EXPECT_THAT(Publish(other), HasReason("role_not_allowed"));
  }
}

TEST_P(SiteTest, MessagesOfVisitorsGoWhereThePublishedSiteSays) {
  options().contact_address = [] { return std::string("folder@academy.test"); };
  options().bot_check = BotCheckPolicy::kOff;
  options().dev_mail = true;
  Start();
  v1::SendContactMessageRequest message;
  message.set_fullname("Umm Layan");
  message.set_email("parent@home.test");
  message.set_message("A question");
  auto receiver = [&] {
    EXPECT_OK(Call({.remote_address = "192.0.2.1"}, &v1::Contact::Stub::SendContactMessage, message));
    return NewestMail().to();
  };
  EXPECT_EQ(receiver(), "folder@academy.test");
  Caller owner = AManager();
  ASSERT_OK(Save(owner, {{"site.json", Facts()}}));
  EXPECT_EQ(receiver(), "folder@academy.test") << "a draft counts for nobody";
  ASSERT_OK(Publish(owner));
  EXPECT_EQ(receiver(), "hello@noor.test");
  json invented = Facts();
  invented["placeholders"] = json::array({"email"});
  ASSERT_OK(Save(owner, {{"site.json", invented}}));
  ASSERT_OK(Publish(owner));
  EXPECT_THAT(Call({.remote_address = "192.0.2.1"}, &v1::Contact::Stub::SendContactMessage, message),
              HasReason("contact_closed"));
}

TEST_P(SiteTest, TheTimeZoneIsThePublishedOne) {
  options().zone = *FindTimeZone("Asia/Riyadh");
  Start();
  Caller owner = AManager();
  EXPECT_EQ(Zone(), "Asia/Riyadh") << "what auth was started with";
  EXPECT_EQ(Stored().published().timezone(), "");

  ASSERT_OK(SaveZone(owner, "Africa/Cairo"));
  EXPECT_EQ(Stored().draft().timezone(), "Africa/Cairo");
  EXPECT_EQ(Zone(), "Asia/Riyadh") << "a draft counts for nobody";
  ASSERT_OK(Publish(owner));
  EXPECT_EQ(Zone(), "Africa/Cairo");
  auto site = Call(Service(), &v1::Site::Stub::GetSite, v1::GetSiteRequest()).response;
  EXPECT_EQ(site.timezone(), "Africa/Cairo");
  EXPECT_EQ(site.site().published().timezone(), "Africa/Cairo");

  auto listed = Call(owner, &v1::Audit::Stub::ListEvents, v1::ListEventsRequest()).response;
  const v1::AuditEvent& published = listed.result(0);
  EXPECT_EQ(published.action(), "site.published");
  EXPECT_EQ(published.details().at("changed"), "site.json,timezone");
  EXPECT_EQ(published.details().at("timezone"), "Africa/Cairo");

  ASSERT_OK(Save(owner, {{"site.json", Facts("Noor Academy")}})) << "a program that knows no time zone";
  ASSERT_OK(Publish(owner));
  EXPECT_EQ(Zone(), "Africa/Cairo");
  listed = Call(owner, &v1::Audit::Stub::ListEvents, v1::ListEventsRequest()).response;
  EXPECT_FALSE(listed.result(0).details().contains("timezone"));

  ASSERT_OK(SaveZone(owner, ""));
  ASSERT_OK(Publish(owner));
  EXPECT_EQ(Zone(), "Asia/Riyadh") << "back to what auth was started with";
}

TEST_P(SiteTest, ATimeZoneThatTheSystemDoesNotKnowIsRefusedByName) {
  Start();
  Caller owner = AManager();
  for (const char* zone : {"Mars/Olympus", "../etc/passwd", "localtime", "UTC+3"}) {
    auto answer = SaveZone(owner, zone);
    EXPECT_THAT(answer, HasReason("validation_failed")) << zone;
    ASSERT_EQ(DetailOf(answer.status).fields.size(), 1U);
    EXPECT_EQ(DetailOf(answer.status).fields[0].field, "timezone");
    EXPECT_EQ(DetailOf(answer.status).fields[0].code, "timezone_unknown");
  }
  EXPECT_EQ(Stored().revision(), 0);
}

TEST_P(SiteTest, MailsAndTheDaysOfTheAuditTrailFollowThePublishedTimeZone) {
  options().zone = *FindTimeZone("Asia/Riyadh");
  options().dev_mail = true;
  Start();
  Caller owner = AManager();
  // Past midnight in Riyadh, and not yet in New York.
  clock_.Set(*ParseTime("2030-06-14T22:30:00Z"));
  auto time_of_mail = [&] {
    EXPECT_OK(Call(owner, &v1::Mailbox::Stub::SendTestMail, v1::SendTestMailRequest()));
    return NewestMail().text();
  };
  auto events_of = [&](const std::string& day) {
    v1::ListEventsRequest request;
    request.set_from(day);
    request.set_to(day);
    return Call(owner, &v1::Audit::Stub::ListEvents, request).response.result_size();
  };
  EXPECT_NE(time_of_mail().find("2030-06-15 01:30 (UTC+03:00)"), std::string::npos);
  EXPECT_EQ(events_of("2030-06-15"), 1);
  ASSERT_OK(SaveZone(owner, "America/New_York"));
  ASSERT_OK(Publish(owner));
  EXPECT_NE(time_of_mail().find("2030-06-14 18:30 (UTC-04:00)"), std::string::npos);
  EXPECT_EQ(events_of("2030-06-15"), 0);
  EXPECT_EQ(events_of("2030-06-14"), 4);
}

TEST_P(SiteTest, PicturesAreNamedByWhatIsPublishedAndByTheDraft) {
  Start();
  Caller owner = AManager();
  auto named = [&] {
    auto listed = Call(Service("catalog"), &v1::Site::Stub::ListSitePictures, v1::ListSitePicturesRequest());
    EXPECT_OK(listed);
    return std::vector<std::string>(listed.response.files().begin(), listed.response.files().end());
  };
  using Files = std::vector<std::string>;
  EXPECT_EQ(named(), Files{});
  json facts = Facts();
  facts["logo"] = "images/0a.webp";
  facts["sharePicture"] = "share.png";
  ASSERT_OK(Save(owner, {{"site.json", facts}}));
  EXPECT_EQ(named(), Files{"images/0a.webp"});
  ASSERT_OK(Publish(owner));
  facts["logo"] = "images/0b.webp";
  facts["photos"] = json::array({{{"file", "images/0c.webp"},
                                  {"alt", {{"ar", "صف"}, {"en", "A class"}}},
                                  {"caption", {{"ar", "صف"}, {"en", "A class"}}}}});
  ASSERT_OK(Save(owner, {{"site.json", facts}}));
  EXPECT_EQ(named(), (Files{"images/0a.webp", "images/0b.webp", "images/0c.webp"}));
  ASSERT_OK(Publish(owner));
  EXPECT_EQ(named(), (Files{"images/0b.webp", "images/0c.webp"}));
}

TEST_P(SiteTest, TheFirstVisitIsToldApartUntilThereIsAManager) {
  options().allow_manager_signup = true;
  Start();
  auto check = [&] {
    return Call(Anonymous(), &v1::ManagerSignIn::Stub::CheckSignUp, v1::CheckSignUpRequest()).response.first();
  };
  EXPECT_TRUE(check());
  AManager();
  EXPECT_FALSE(check());
}

TEST_P(SiteTest, AnOwnerTriesWhetherMailsArrive) {
  options().dev_mail = true;
  Start();
  Caller owner = AManager("owner@academy.test");
  auto sent = Call(owner, &v1::Mailbox::Stub::SendTestMail, v1::SendTestMailRequest());
  ASSERT_OK(sent);
  EXPECT_EQ(sent.response.result().kind(), "test");
  EXPECT_EQ(NewestMail().to(), "owner@academy.test");
  EXPECT_EQ(NewestMail().id(), sent.response.result().id());
  Caller other = AManager("other@academy.test", Role::kManager);
  EXPECT_THAT(Call(other, &v1::Mailbox::Stub::SendTestMail, v1::SendTestMailRequest()), HasReason("role_not_allowed"));
  options().dev_mail = false;
  Restart();
  EXPECT_THAT(Call(owner, &v1::Mailbox::Stub::SendTestMail, v1::SendTestMailRequest()), HasReason("mail_not_set_up"));
}

}  // namespace
}  // namespace academy::auth
