#include <fstream>
#include <string>
#include <utility>

#include "services/auth/contact/contact_address.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class ContactTest : public AuthTest {
 protected:
  ContactTest() {
    options().contact_address = [this] { return address_; };
    options().dev_mail = true;
  }

  static v1::SendContactMessageRequest Message() {
    v1::SendContactMessageRequest request;
    request.set_fullname("Umm Layan");
    request.set_email("parent@home.test");
    request.set_message("Which course suits a girl of ten?\nThank you.");
    return request;
  }
  Reply<v1::SendContactMessageResponse> Send(const v1::SendContactMessageRequest& request,
                                             const std::string& peer = "192.0.2.1") {
    return Call({.remote_address = peer}, &v1::Contact::Stub::SendContactMessage, request);
  }

  // Uses up the hour's 300 messages as strangers at 30 addresses do who solve the bot check each time; the proofs are
  // left out because they take long.
  void FillHour() {
    BotCheckPolicy policy = std::exchange(options().bot_check, BotCheckPolicy::kOff);
    Restart();
    for (int i = 0; i < 300; ++i) ASSERT_OK(Send(Message(), "198.51.100." + std::to_string(1 + i % 30)));
    options().bot_check = policy;
    Restart();
  }

  std::string address_ = "hello@academy.test";
};

INSTANTIATE_TEST_SUITE_P(Engines, ContactTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(ContactTest, AMessageIsMailedToTheAcademyAndItsAnswerGoesToTheVisitor) {
  options().bot_check = BotCheckPolicy::kOff;
  Start();
  v1::SendContactMessageRequest request = Message();
  request.set_phonenumber("+966 55 555 0100");
  ASSERT_OK(Send(request));
  v1::Mail mail = NewestMail();
  EXPECT_EQ(MailCount(), 1);
  EXPECT_EQ(mail.to(), "hello@academy.test");
  EXPECT_NE(mail.subject().find("Umm Layan"), std::string::npos);
  for (const char* part : {"Which course suits a girl of ten?\nThank you.", "parent@home.test", "+966 55 555 0100"}) {
    EXPECT_NE(mail.text().find(part), std::string::npos) << part;
  }
}

TEST_P(ContactTest, WhatAVisitorWritesIsTextInTheMail) {
  options().bot_check = BotCheckPolicy::kOff;
  Start();
  v1::SendContactMessageRequest request = Message();
  request.set_message("<script>alert(1)</script>");
  ASSERT_OK(Send(request));
  std::string html = NewestMail().html();
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;"), std::string::npos);
}

TEST_P(ContactTest, EveryMissingOrImpossibleFieldIsNamed) {
  options().bot_check = BotCheckPolicy::kOff;
  Start();
  v1::SendContactMessageRequest request;
  request.set_email("nobody\r\nBcc: all@world.test");
  request.set_message(std::string(4001, 'x'));
  Reply<v1::SendContactMessageResponse> answer = Send(request);
  EXPECT_THAT(answer, HasReason("validation_failed"));
  std::vector<std::string> fields;
  for (const FieldViolation& field : DetailOf(answer.status).fields) fields.push_back(field.field);
  EXPECT_EQ(fields, (std::vector<std::string>{"fullname", "email", "message"}));
  EXPECT_EQ(MailCount(), 0);
}

TEST_P(ContactTest, WithoutAnAddressTheFormIsClosed) {
  options().bot_check = BotCheckPolicy::kOff;
  address_.clear();
  Start();
  EXPECT_THAT(Send(Message()), HasReason("contact_closed"));
}

TEST_P(ContactTest, EveryMessageNeedsTheBotCheckUnlessItIsOff) {
  options().bot_check = BotCheckPolicy::kAdaptive;
  Start();
  EXPECT_THAT(Send(Message()), HasReason("bot_check_missing"));
  EXPECT_EQ(MailCount(), 0);
}

TEST_P(ContactTest, AnAddressHasTenMessagesAnHour) {
  options().bot_check = BotCheckPolicy::kOff;
  Start();
  for (int i = 0; i < 10; ++i) ASSERT_OK(Send(Message()));
  EXPECT_THAT(Send(Message()), HasReason("too_many_attempts"));
  EXPECT_OK(Send(Message(), "192.0.2.2"));
  EXPECT_EQ(MailCount(), 11);
}

TEST_P(ContactTest, StrangersAtThirtyAddressesStopNobodyElse) {
  options().bot_check = BotCheckPolicy::kAdaptive;
  Start();
  v1::SendContactMessageRequest request = Message();
  auto send = [&](const std::string& peer) {
    request.set_altcha(Solve(Call(Anonymous(), &v1::BotCheck::Stub::GetChallenge, v1::GetChallengeRequest()).response));
    return Send(request, peer);
  };
  FillHour();
  EXPECT_THAT(Send(Message(), "192.0.2.1"), HasReason("bot_check_missing"));
  EXPECT_OK(send("192.0.2.1"));
  EXPECT_OK(send("192.0.2.1"));
  EXPECT_THAT(send("192.0.2.1"), HasReason("too_many_attempts")) << "2 messages each while there are many";
  EXPECT_OK(send("192.0.2.2"));
  EXPECT_THAT(send("198.51.100.1"), HasReason("too_many_attempts")) << "one of the thirty";
  clock_.Advance(absl::Hours(1));
  for (int i = 0; i < 3; ++i) EXPECT_OK(send("192.0.2.1")) << "the hour is over";
}

TEST_P(ContactTest, ManyNetworksOfOneCustomerCountTogether) {
  options().bot_check = BotCheckPolicy::kOff;
  Start();
  // 10 messages in each /64, 40 in the /56 and 160 in the /48.
  auto send = [&](int network) {
    return Send(Message(), "2001:db8:1:" + std::string(1, "0123456789abcdef"[network / 16]) +
                               std::string(1, "0123456789abcdef"[network % 16]) + "00::1");
  };
  for (int i = 0; i < 10; ++i) ASSERT_OK(Send(Message(), "2001:db8:1:ff00::" + std::to_string(i)));
  EXPECT_THAT(Send(Message(), "2001:db8:1:ff00::ffff"), HasReason("too_many_attempts"));
  for (int i = 0; i < 30; ++i) ASSERT_OK(Send(Message(), "2001:db8:1:ff0" + std::to_string(1 + i / 10) + "::1"));
  EXPECT_THAT(Send(Message(), "2001:db8:1:ff09::1"), HasReason("too_many_attempts"));
  for (int i = 0; i < 120; ++i) ASSERT_OK(send(i)) << i;
  EXPECT_THAT(send(200), HasReason("too_many_attempts"));
  EXPECT_OK(Send(Message(), "2001:db8:2::1"));
}

TEST(ContactAddressTest, MessagesGoWhereTheSiteSaysAndElseToItsEmail) {
  std::filesystem::path site = std::filesystem::path(testing::TempDir()) / "contact-site";
  std::filesystem::create_directories(site);
  auto write = [&](const char* text) { std::ofstream(site / "site.json") << text; };
  EXPECT_EQ(ContactAddress(site / "none"), "");
  write(R"({"email": "a@b.test"})");
  EXPECT_EQ(ContactAddress(site), "a@b.test");
  write(R"({"email": "a@b.test", "messagesTo": "inbox@b.test"})");
  EXPECT_EQ(ContactAddress(site), "inbox@b.test");
  write(R"({"email": "hello@academy.example", "placeholders": ["email"]})");
  EXPECT_EQ(ContactAddress(site), "") << "nobody invented reads messages";
  EXPECT_EQ(ContactAddress(site, /*examples=*/true), "hello@academy.example");
  write("{");
  EXPECT_EQ(ContactAddress(site), "");
}

}  // namespace
}  // namespace academy::auth
