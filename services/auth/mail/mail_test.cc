// The form of mails, and the SMTP sender against a small server of its own.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "services/auth/mail/mail_texts.h"
#include "services/auth/mail/smtp/mime.h"
#include "services/auth/mail/smtp/smtp_reply.h"
#include "services/auth/mail/smtp/smtp_sender.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

MailRecord AMail() {
  return {.id = "0190-mail",
          .recipient = "layla@academy.test",
          .subject = "تفعيل حسابك في الأكاديمية",
          .text = "نص\n",
          .html = "<p>نص</p>",
          .created_at = 1'800'000'000'000};
}

TEST(MailTexts, LinksAreEncodedAndNamesEscaped) {
  MailTexts texts([] { return std::string("https://academy.test"); });
  MailContent mail = texts.Activation("en", "a+b&c@academy.test", "t/o=k");
  EXPECT_NE(
      mail.text.find("https://academy.test/client/auth/activation?email=a%2Bb%26c%40academy.test&token=t%2Fo%3Dk"),
      std::string::npos);
  EXPECT_NE(mail.html.find("&amp;token="), std::string::npos);
  mail = texts.Recovery("en", "<b>Layla</b>", "012345", "handle");
  EXPECT_EQ(mail.html.find("<b>Layla"), std::string::npos);
  EXPECT_NE(mail.html.find("<bdi>&lt;b&gt;Layla&lt;/b&gt;</bdi>"), std::string::npos);
}

TEST(MailTexts, RecoveryCarriesTheCodeInBothLanguages) {
  MailTexts texts([] { return std::string("https://academy.test"); });
  for (const char* language : {"ar", "en"}) {
    MailContent mail = texts.Recovery(language, "Layla", "012345", "a_handle-1");
    EXPECT_NE(mail.text.find("012345"), std::string::npos);
    EXPECT_NE(mail.html.find("012345"), std::string::npos);
    // Wherever the mail is read, the link leads to the field for the code.
    EXPECT_NE(mail.text.find("\nhttps://academy.test/client/auth/forgotpassword#handle=a_handle-1\n"),
              std::string::npos);
    EXPECT_NE(mail.html.find("href=\"https://academy.test/client/auth/forgotpassword#handle=a_handle-1\""),
              std::string::npos);
    EXPECT_LT(mail.text.find("012345"), mail.text.find("https://"));
  }
}

TEST(MailTexts, NamesReorderNothingAroundThem) {
  MailTexts texts([] { return std::string("https://academy.test"); });
  // An override that is not ended, and an isolate that is ended without having begun.
  std::string name = "\u202ELayla\u2069 \u202BHassan";
  for (const char* language : {"ar", "en"}) {
    MailContent mail = texts.PasswordChanged(language, name, {});
    EXPECT_NE(mail.text.find("\u2068Layla Hassan\u2069"), std::string::npos) << mail.text;
    EXPECT_NE(mail.html.find("<bdi>Layla Hassan</bdi>"), std::string::npos) << mail.html;
    EXPECT_EQ((mail.text + mail.html).find("\u202E"), std::string::npos);
    MailContent contact = texts.Contact(
        language,
        {.fullname = name, .email = "a@academy.test", .phonenumber = "\u202A+966 50\u202C", .text = "Salaam"});
    EXPECT_NE(contact.subject.find("\u2068Layla Hassan\u2069"), std::string::npos) << contact.subject;
    EXPECT_NE(contact.text.find("\n\u2066+966 50\u2069\n"), std::string::npos) << contact.text;
    EXPECT_NE(contact.html.find("unicode-bidi:plaintext\">Salaam"), std::string::npos);
  }
}

TEST(MailTexts, NoticesTellWhatChangedInBothLanguages) {
  MailTexts texts([] { return std::string("https://academy.test"); });
  const MailTime when{.at = 1'800'000'000'000, .zone = absl::FixedTimeZone(3 * 60 * 60)};
  for (const char* language : {"ar", "en"}) {
    MailContent password = texts.PasswordChanged(language, "Layla", when);
    EXPECT_NE(password.text.find("2027-01-15 11:00 (UTC+03:00)"), std::string::npos) << password.text;
    EXPECT_NE(password.html.find("2027-01-15 11:00 (UTC+03:00)"), std::string::npos);
    MailContent email = texts.EmailChanged(language, "Layla", "old@academy.test", "n\"ew@academy.test");
    EXPECT_NE(email.text.find("\nold@academy.test\n"), std::string::npos);
    EXPECT_NE(email.text.find("\nn\"ew@academy.test\n"), std::string::npos);
    EXPECT_NE(email.html.find("<bdi>n&quot;ew@academy.test</bdi>"), std::string::npos);
  }
  EXPECT_NE(texts.PasswordChanged("ar", "ليلى", when).html.find("<html lang=\"ar\" dir=\"rtl\">"), std::string::npos);
  EXPECT_NE(texts.PasswordChanged("en", "Layla", when).html.find("<html lang=\"en\" dir=\"ltr\">"), std::string::npos);
  EXPECT_EQ(texts.EmailChanged("en", "Layla", "a", "b").subject, "Your e-mail address was changed");
}

TEST(MailTexts, WithoutANameTheGreetingIsStillASentence) {
  MailTexts texts([] { return std::string("https://academy.test"); });
  EXPECT_TRUE(texts.PasswordChanged("en", "", {}).text.starts_with("Hello,\n"));
  EXPECT_TRUE(texts.PasswordChanged("ar", "", {}).text.starts_with("مرحبًا،\n"));
  EXPECT_NE(texts.PasswordChanged("en", "", {}).html.find("<p>Hello,</p>"), std::string::npos);
  EXPECT_TRUE(texts.Recovery("en", "Layla", "012345", "handle").text.starts_with("Hello \u2068Layla\u2069,\n"));
  MailContent to_new = texts.EmailChanged("en", "new@academy.test");
  EXPECT_TRUE(to_new.text.starts_with("Hello,\n"));
  EXPECT_NE(to_new.html.find("<p>New address: <strong><bdi>new@academy.test</bdi></strong></p>"), std::string::npos);
  EXPECT_EQ(to_new.text.find("Old address"), std::string::npos);
}

TEST(Mime, MessageIsStableAsciiWithBothAlternatives) {
  Sender sender;
  ASSERT_TRUE(ReadSender("الأكاديمية <no-reply@academy.test>", sender));
  std::string message = MakeMessage(AMail(), sender);
  EXPECT_EQ(message, MakeMessage(AMail(), sender));
  for (unsigned char c : message) ASSERT_LT(c, 0x80);
  EXPECT_NE(message.find("\r\nMessage-ID: <0190-mail@academy.test>\r\n"), std::string::npos);
  EXPECT_TRUE(message.starts_with("Date: Fri, 15 Jan 2027 08:00:00 +0000\r\n"));
  EXPECT_NE(message.find("Content-Type: text/plain; charset=utf-8\r\n"), std::string::npos);
  EXPECT_NE(message.find("Content-Type: text/html; charset=utf-8\r\n"), std::string::npos);
  for (size_t at = 0; at < message.size();) {
    size_t end = message.find("\r\n", at);
    ASSERT_NE(end, std::string::npos);
    EXPECT_LE(end - at, 100u);
    at = end + 2;
  }
}

TEST(Mime, LongSubjectsAreFoldedBetweenCharacters) {
  std::string subject;
  for (int i = 0; i < 40; ++i) subject += "ض";
  std::string encoded = EncodeHeader(subject);
  std::string decoded;
  size_t at = 0;
  while ((at = encoded.find("=?UTF-8?B?", at)) != std::string::npos) {
    size_t end = encoded.find("?=", at);
    EXPECT_LE(end + 2 - at, 75u);
    std::string part;
    ASSERT_TRUE(Base64Decode(encoded.substr(at + 10, end - at - 10), part));
    EXPECT_EQ(part.size() % 2, 0u);
    decoded += part;
    at = end;
  }
  EXPECT_EQ(decoded, subject);
  EXPECT_EQ(EncodeHeader("plain"), "plain");
}

TEST(Mime, SendersMustHaveAnAddress) {
  Sender sender;
  EXPECT_TRUE(ReadSender("academy@localhost", sender));
  EXPECT_TRUE(ReadSender("\"The Academy\" <a@b.co>", sender));
  EXPECT_EQ(sender.name, "The Academy");
  for (const char* bad : {"", "academy", "a@", "@b", "A <a@b.co", "a@b.co\r\nBcc: c@d.ee"}) {
    EXPECT_FALSE(ReadSender(bad, sender)) << bad;
  }
}

// Serves SMTP on one connection, line by line; `answer` returns the reply to each line, empty to hang up.
class TinySmtpServer {
 public:
  explicit TinySmtpServer(std::function<std::string(const std::string&)> answer) : answer_(std::move(answer)) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listen(listener_, 4), 0);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Serve(); });
  }
  ~TinySmtpServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  std::string url() const { return "smtp://127.0.0.1:" + std::to_string(port_); }
  int connections() {
    absl::MutexLock lock(&mutex_);
    return connections_;
  }
  // Waits until the reply was `(silence)`.
  void AwaitSilence() {
    absl::MutexLock lock(&mutex_);
    mutex_.AwaitWithTimeout(absl::Condition(&silent_), absl::Seconds(20));
  }
  // The text between DATA and the final dot of the last mail. Call after sending has finished.
  std::string data() {
    absl::MutexLock lock(&mutex_);
    return data_;
  }

 private:
  void Serve() {
    while (true) {
      int fd = accept(listener_, nullptr, nullptr);
      if (fd < 0) return;
      Talk(fd);
      close(fd);
    }
  }
  void Talk(int fd) {
    auto say = [&](const std::string& line) { return send(fd, line.data(), line.size(), MSG_NOSIGNAL) > 0; };
    {
      absl::MutexLock lock(&mutex_);
      ++connections_;
    }
    say("220 tiny\r\n");
    std::string buffer;
    std::string data;
    bool in_data = false;
    char bytes[4096];
    while (true) {
      size_t end = buffer.find("\r\n");
      if (end == buffer.npos) {
        ssize_t got = recv(fd, bytes, sizeof(bytes), 0);
        if (got <= 0) return;
        buffer.append(bytes, static_cast<size_t>(got));
        continue;
      }
      std::string line = buffer.substr(0, end);
      buffer.erase(0, end + 2);
      if (in_data && line != ".") {
        data += line + "\r\n";
        continue;
      }
      if (in_data) {
        absl::MutexLock lock(&mutex_);
        data_ = data;
      }
      std::string reply = answer_(line);
      if (reply == "(silence)") {
        absl::MutexLock lock(&mutex_);
        silent_ = true;
        continue;
      }
      in_data = reply.starts_with("354");
      if (reply.empty() || !say(reply + "\r\n")) return;
    }
  }

  const std::function<std::string(const std::string&)> answer_;
  int listener_ = -1;
  int port_ = 0;
  absl::Mutex mutex_;
  std::string data_;
  int connections_ = 0;
  bool silent_ = false;
  std::thread thread_;
};

std::string Willing(const std::string& line) {
  if (line.starts_with("DATA")) return "354 go on";
  if (line.starts_with("QUIT")) return "221 bye";
  return "250 ok";
}

absl::Status SendTo(const std::string& url) {
  auto sender = MakeSmtpSender({.url = url, .from = "Academy <no-reply@academy.test>", .ca_file = ""});
  if (!sender.ok()) return sender.status();
  return (*sender)->Send(AMail());
}

TEST(SmtpSender, HandsTheWholeMessageOver) {
  TinySmtpServer server(Willing);
  absl::Status sent = SendTo(server.url());
  EXPECT_OK(sent);
  EXPECT_NE(server.data().find("To: layla@academy.test\r\n"), std::string::npos);
  EXPECT_NE(server.data().find("From: \"Academy\" <no-reply@academy.test>\r\n"), std::string::npos);
}

TEST(SmtpSender, TemporaryRefusalsAndBrokenLinesAreUnavailable) {
  TinySmtpServer busy([](const std::string& line) { return line.starts_with("RCPT") ? "451 later" : Willing(line); });
  EXPECT_THAT(SendTo(busy.url()), StatusIs(absl::StatusCode::kUnavailable));
  TinySmtpServer cut([](const std::string& line) { return line == "." ? "" : Willing(line); });
  EXPECT_THAT(SendTo(cut.url()), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(SendTo("smtp://127.0.0.1:1"), StatusIs(absl::StatusCode::kUnavailable));
}

TEST(SmtpSender, AMailboxThatDoesNotExistIsFinal) {
  TinySmtpServer server([](const std::string& line) { return line.starts_with("RCPT") ? "550 no" : Willing(line); });
  EXPECT_THAT(SendTo(server.url()), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(SmtpSender, APasswordIsNeverSentInTheClear) {
  TinySmtpServer server([](const std::string& line) {
    EXPECT_FALSE(line.starts_with("AUTH")) << line;
    return line.starts_with("EHLO") ? "250 AUTH PLAIN LOGIN" : Willing(line);
  });
  std::string url = server.url();
  url.insert(sizeof("smtp://") - 1, "user:password@");
  EXPECT_THAT(SendTo(url), StatusIs(absl::StatusCode::kUnavailable));
}

TEST(SmtpSender, SeveralMailsShareAConnectionUntilTheRest) {
  TinySmtpServer server(Willing);
  auto sender = MakeSmtpSender({.url = server.url(), .from = "a@academy.test", .ca_file = ""});
  ASSERT_OK(sender);
  EXPECT_OK((*sender)->Send(AMail()));
  EXPECT_OK((*sender)->Send(AMail()));
  EXPECT_EQ(server.connections(), 1);
  (*sender)->Rest();
  EXPECT_OK((*sender)->Send(AMail()));
  EXPECT_EQ(server.connections(), 2);
}

TEST(SmtpSender, CancelEndsAConversationWithASilentServer) {
  TinySmtpServer server([](const std::string& line) { return line.starts_with("EHLO") ? "(silence)" : Willing(line); });
  auto sender = MakeSmtpSender({.url = server.url(), .from = "a@academy.test", .ca_file = ""});
  ASSERT_OK(sender);
  absl::Status sent;
  std::thread sending([&] { sent = (*sender)->Send(AMail()); });
  server.AwaitSilence();
  (*sender)->Cancel();
  sending.join();
  EXPECT_THAT(sent, StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT((*sender)->Send(AMail()), StatusIs(absl::StatusCode::kUnavailable));
}

TEST(SmtpSender, ErrorsSayWhatTheServerSaid) {
  TinySmtpServer server(
      [](const std::string& line) { return line.starts_with("RCPT") ? "550 5.1.1 no such mailbox" : Willing(line); });
  absl::Status sent = SendTo(server.url());
  EXPECT_NE(MessageOf(sent).find("the server answered to RCPT: 550 5.1.1 no such mailbox"), std::string::npos)
      << MessageOf(sent);
}

TEST(SmtpServer, IsGreetedWithoutAMail) {
  absl::Mutex mutex;
  std::vector<std::string> lines;
  TinySmtpServer server([&](const std::string& line) {
    absl::MutexLock lock(&mutex);
    lines.push_back(line.substr(0, line.find(' ')));
    return Willing(line);
  });
  EXPECT_OK(GreetSmtpServer({.url = server.url(), .from = "a@academy.test", .ca_file = ""}));
  absl::MutexLock lock(&mutex);
  ASSERT_GE(lines.size(), 2U);
  EXPECT_EQ(lines[0], "EHLO");
  EXPECT_EQ(lines[1], "NOOP");
}

TEST(SmtpServer, ThatRefusesTheGreetingIsUnavailableAndQuoted) {
  TinySmtpServer server([](const std::string& line) { return line.starts_with("EHLO") ? "554 no" : "550 no mail"; });
  absl::Status greeted = GreetSmtpServer({.url = server.url(), .from = "a@academy.test", .ca_file = ""});
  EXPECT_THAT(greeted, StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(GreetSmtpServer({.url = "smtp://127.0.0.1:1", .from = "a@academy.test", .ca_file = ""}),
              StatusIs(absl::StatusCode::kUnavailable));
}

TEST(SmtpReply, RefusalsOfTheMailAreFinalAndThoseOfTheAcademyAreNot) {
  auto code_of = [](std::vector<std::string> verbs, int code) {
    SmtpReply reply;
    for (const std::string& verb : verbs) reply.Command(verb + " something\r\n");
    return reply.StatusOf("error", code).code();
  };
  EXPECT_EQ(code_of({"MAIL", "RCPT"}, 550), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of({"MAIL", "RCPT", "DATA"}, 554), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of({"MAIL", "RCPT"}, 450), absl::StatusCode::kUnavailable);
  EXPECT_EQ(code_of({"MAIL"}, 553), absl::StatusCode::kUnavailable) << "the sender: --mail-from";
  EXPECT_EQ(code_of({"MAIL", "RCPT"}, 530), absl::StatusCode::kUnavailable) << "sign in first";
  EXPECT_EQ(code_of({}, 554), absl::StatusCode::kUnavailable) << "no service at all";
  EXPECT_EQ(code_of({"DATA"}, 0), absl::StatusCode::kUnavailable);
}

TEST(SmtpReply, LinksAndCodesOfTheMailAreLeftOut) {
  SmtpReply reply;
  reply.Command("DATA\r\n");
  reply.Line("554 5.7.1 spam: https://academy.test/client/auth/activation?token=secret and 012345 seen\r\n");
  EXPECT_EQ(MessageOf(reply.StatusOf("refused", 554)),
            "refused; the server answered to DATA: 554 5.7.1 spam: ... and ... seen");
}

TEST(SmtpSender, FlagsThatCannotWorkAreRefusedAtStart) {
  EXPECT_THAT(SendTo("http://127.0.0.1"), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(MakeSmtpSender({.url = "smtp://127.0.0.1", .from = "nobody", .ca_file = ""}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(MakeSmtpSender({.url = "smtp://127.0.0.1", .from = "a@b.co", .ca_file = "/nowhere.pem"}),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace academy::auth
