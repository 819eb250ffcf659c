// What mails look like, how the worker sends them, and the SMTP sender against a small server of its own.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <deque>
#include <functional>
#include <memory>
#include <thread>

#include "absl/synchronization/mutex.h"
#include "services/auth/mail_worker.h"
#include "services/auth/mime.h"
#include "services/auth/schema.h"
#include "services/auth/smtp_sender.h"
#include "services/common/ids.h"
#include "services/common/status.h"
#include "services/common/testing/fake_clock.h"
#include "services/common/testing/test_database.h"

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
  MailContent mail = texts.Activation("en", "<b>Layla</b>", "a+b&c@academy.test", "t/o=k");
  EXPECT_NE(
      mail.text.find("https://academy.test/client/auth/activation?email=a%2Bb%26c%40academy.test&token=t%2Fo%3Dk"),
      std::string::npos);
  EXPECT_EQ(mail.html.find("<b>Layla"), std::string::npos);
  EXPECT_NE(mail.html.find("<bdi>&lt;b&gt;Layla&lt;/b&gt;</bdi>"), std::string::npos);
  EXPECT_NE(mail.html.find("&amp;token="), std::string::npos);
}

TEST(MailTexts, RecoveryCarriesTheCodeInBothLanguages) {
  MailTexts texts([] { return std::string("https://academy.test"); });
  for (const char* language : {"ar", "en"}) {
    MailContent mail = texts.Recovery(language, "Layla", "012345");
    EXPECT_NE(mail.text.find("012345"), std::string::npos);
    EXPECT_NE(mail.html.find("012345"), std::string::npos);
  }
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

// Answers as it is told, and lets the test wait for what it was given.
class FakeSender final : public MailSender {
 public:
  absl::Status Send(const MailRecord& mail) override {
    absl::MutexLock lock(&mutex_);
    sent_.push_back(mail);
    if (answers_.empty()) return absl::OkStatus();
    absl::Status answer = answers_.front();
    answers_.pop_front();
    return answer;
  }
  void Cancel() override {}
  void Answer(absl::Status status) {
    absl::MutexLock lock(&mutex_);
    answers_.push_back(std::move(status));
  }
  std::vector<MailRecord> AwaitSends(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&] { return sent_.size() >= count; };
    mutex_.AwaitWithTimeout(absl::Condition(&enough), absl::Seconds(20));
    return sent_;
  }

 private:
  absl::Mutex mutex_;
  std::deque<absl::Status> answers_;
  std::vector<MailRecord> sent_;
};

class MailWorkerTest : public testing::TestWithParam<Engine> {
 protected:
  MailWorkerTest() : database_(GetParam(), Schema()) {}

  void Add(const std::string& recipient) {
    ASSERT_TRUE(database_
                    ->Write([&](Transaction& tx) -> absl::Status {
                      outbox_.Add(tx, MailKind::kActivation, {recipient, "learner-1"},
                                  {.subject = "s", .text = "t", .html = "h"});
                      return absl::OkStatus();
                    })
                    .ok());
  }
  void StartWorker(bool keep_bodies = false) {
    worker_ = std::make_unique<MailWorker>(*database_, outbox_, sender_, Clock::System(), keep_bodies);
  }
  // Ends the worker, so that what it did is stored; then the newest mail's state.
  std::string StateAfterStop() {
    worker_.reset();
    return *database_->Read(
        [&](soci::session& sql) -> absl::StatusOr<std::string> { return ListNewestMails(sql, 1).at(0).state; });
  }

  TestDatabase database_;
  Outbox outbox_{Clock::System()};
  FakeSender sender_;
  std::unique_ptr<MailWorker> worker_;
};
INSTANTIATE_TEST_SUITE_P(Engines, MailWorkerTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(MailWorkerTest, SendsWhatWaitedBeforeItsStartAndWhatComesLater) {
  Add("first@academy.test");
  StartWorker();
  EXPECT_EQ(sender_.AwaitSends(1).at(0).recipient, "first@academy.test");
  Add("second@academy.test");
  EXPECT_EQ(sender_.AwaitSends(2).at(1).recipient, "second@academy.test");
  EXPECT_EQ(StateAfterStop(), mail_state::kSent);
}

TEST_P(MailWorkerTest, TriesAgainWithTheSameIdWhenTheServerIsDown) {
  sender_.Answer(absl::UnavailableError("down"));
  StartWorker();
  Add("layla@academy.test");
  std::vector<MailRecord> sends = sender_.AwaitSends(2);
  ASSERT_EQ(sends.size(), 2u);
  EXPECT_EQ(sends[0].id, sends[1].id);
  EXPECT_EQ(sends[1].attempts, 2);
  EXPECT_EQ(StateAfterStop(), mail_state::kSent);
}

TEST_P(MailWorkerTest, ForgetsTheTextOfASentMailUnlessToldToKeepIt) {
  auto text = [&] {
    return *database_->Read(
        [&](soci::session& sql) -> absl::StatusOr<std::string> { return ListNewestMails(sql, 1).at(0).text; });
  };
  StartWorker(/*keep_bodies=*/true);
  Add("first@academy.test");
  sender_.AwaitSends(1);
  EXPECT_EQ(StateAfterStop(), mail_state::kSent);
  EXPECT_EQ(text(), "t");
  StartWorker();
  Add("second@academy.test");
  EXPECT_EQ(sender_.AwaitSends(2).at(1).text, "t");
  EXPECT_EQ(StateAfterStop(), mail_state::kSent);
  EXPECT_EQ(text(), "");
}

TEST_P(MailWorkerTest, GivesUpWhatTheServerRefusesForGood) {
  sender_.Answer(absl::InvalidArgumentError("no such mailbox"));
  StartWorker();
  Add("nobody@academy.test");
  sender_.AwaitSends(1);
  EXPECT_EQ(StateAfterStop(), mail_state::kFailed);
}

TEST_P(MailWorkerTest, ALeasedMailIsLeftToItsHolder) {
  Add("layla@academy.test");
  UnixMillis now = Clock::System().Now();
  auto lease = [&](UnixMillis at) {
    using Leased = absl::StatusOr<std::optional<MailRecord>>;
    return *database_->Write([&](Transaction& tx) -> Leased { return LeaseDueMail(tx.sql(), at, at + 1000); });
  };
  EXPECT_TRUE(lease(now).has_value());
  EXPECT_FALSE(lease(now + 999).has_value());
  EXPECT_TRUE(lease(now + 1000).has_value());
}

// One connection's worth of SMTP, line by line; `answer` gives the reply to each line, empty to hang up.
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
  // What came between DATA and the dot of the last mail. Call when the send is over.
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
      in_data = reply.starts_with("354");
      if (reply.empty() || !say(reply + "\r\n")) return;
    }
  }

  const std::function<std::string(const std::string&)> answer_;
  int listener_ = -1;
  int port_ = 0;
  absl::Mutex mutex_;
  std::string data_;
  std::thread thread_;
};

std::string Willing(const std::string& line) {
  if (line.starts_with("DATA")) return "354 go on";
  if (line.starts_with("QUIT")) return "221 bye";
  return "250 ok";
}

absl::Status SendTo(const std::string& url) {
  auto sender = MakeSmtpSender({.url = url, .from = "Academy <no-reply@academy.test>"});
  if (!sender.ok()) return sender.status();
  return (*sender)->Send(AMail());
}

TEST(SmtpSender, HandsTheWholeMessageOver) {
  TinySmtpServer server(Willing);
  absl::Status sent = SendTo(server.url());
  EXPECT_TRUE(sent.ok()) << MessageOf(sent);
  EXPECT_NE(server.data().find("To: layla@academy.test\r\n"), std::string::npos);
  EXPECT_NE(server.data().find("From: \"Academy\" <no-reply@academy.test>\r\n"), std::string::npos);
}

TEST(SmtpSender, TemporaryRefusalsAndBrokenLinesAreUnavailable) {
  TinySmtpServer busy([](const std::string& line) { return line.starts_with("RCPT") ? "451 later" : Willing(line); });
  EXPECT_EQ(SendTo(busy.url()).code(), absl::StatusCode::kUnavailable);
  TinySmtpServer cut([](const std::string& line) { return line == "." ? "" : Willing(line); });
  EXPECT_EQ(SendTo(cut.url()).code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(SendTo("smtp://127.0.0.1:1").code(), absl::StatusCode::kUnavailable);
}

TEST(SmtpSender, AMailboxThatDoesNotExistIsFinal) {
  TinySmtpServer server([](const std::string& line) { return line.starts_with("RCPT") ? "550 no" : Willing(line); });
  EXPECT_EQ(SendTo(server.url()).code(), absl::StatusCode::kInvalidArgument);
}

TEST(SmtpSender, APasswordIsNeverSentInTheClear) {
  TinySmtpServer server([](const std::string& line) {
    EXPECT_FALSE(line.starts_with("AUTH")) << line;
    return line.starts_with("EHLO") ? "250 AUTH PLAIN LOGIN" : Willing(line);
  });
  std::string url = server.url();
  url.insert(sizeof("smtp://") - 1, "user:password@");
  EXPECT_EQ(SendTo(url).code(), absl::StatusCode::kUnavailable);
}

TEST(SmtpSender, FlagsThatCannotWorkAreRefusedAtStart) {
  EXPECT_EQ(SendTo("http://127.0.0.1").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(MakeSmtpSender({.url = "smtp://127.0.0.1", .from = "nobody"}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace academy::auth
