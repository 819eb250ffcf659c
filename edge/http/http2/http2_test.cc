// Requests, bodies and answers over HTTP/2, through real sockets.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "edge/http/testing/certificate.h"
#include "edge/http/testing/http2_client.h"
#include "edge/http/testing/late_source.h"
#include "edge/http/testing/server_fixture.h"

namespace academy::http {
namespace {

using edge::Http2Client;

constexpr uint32_t kNoError = 0x0;
constexpr uint32_t kProtocolError = 0x1;
constexpr uint32_t kInternalError = 0x2;
constexpr uint32_t kCancel = 0x8;

// Different everywhere, so that no part can be mistaken for another.
std::string LongText(size_t size) {
  std::string text;
  for (int i = 0; text.size() < size; ++i) text += std::to_string(i) + " ";
  text.resize(size);
  return text;
}

// A file that is always read by the threads that may wait for a disk; or one in the page cache, since it was written
// this moment.
FileRange FileOf(const std::string& text, size_t announced, bool cached = false) {
  std::string name = testing::TempDir() + "/file-XXXXXX";
  int fd = cached ? ::mkostemp(name.data(), O_CLOEXEC) : ::memfd_create("file", MFD_CLOEXEC);
  if (cached) {
    EXPECT_EQ(::unlink(name.c_str()), 0);
  }
  EXPECT_EQ(::write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  return {.owner = std::shared_ptr<const void>(nullptr, [fd](const void*) { ::close(fd); }),
          .fd = fd,
          .offset = 0,
          .length = static_cast<int64_t>(announced)};
}

class Collect final : public BodySink {
 public:
  explicit Collect(std::shared_ptr<Exchange> exchange) : exchange_(std::move(exchange)) {}
  void OnPiece(std::string piece, std::function<void()> next) override {
    all_ += piece;
    std::thread(std::move(next)).detach();
  }
  void OnEnd() override {
    Response answer;
    answer.body = std::to_string(all_.size()) + (all_ == LongText(all_.size()) ? " right" : " wrong");
    exchange_->Send(std::move(answer));
  }
  void OnLost() override {}

 private:
  const std::shared_ptr<Exchange> exchange_;
  std::string all_;
};

class Http2Test : public ServerTest {
 protected:
  Http2Test() { options_.tls = TestCertificate(); }
};

TEST_F(Http2Test, AlpnPrefersIt) {
  Start();
  EXPECT_EQ(Http2Client(port_, {.protocols = "\x08http/1.1\x02h2"}).protocol(), "h2");
  EXPECT_EQ(Http2Client(port_, {.protocols = "\x08http/1.1"}).protocol(), "http/1.1");
  EXPECT_EQ(Http2Client(port_, {.protocols = "\x05other"}).protocol(), "");
}

TEST_F(Http2Test, OneConnectionServesManyRequestsAtOnce) {
  Start();
  Http2Client client(port_);
  std::vector<int32_t> streams;
  for (int i = 0; i < 60; ++i) streams.push_back(client.Ask("POST", "/n" + std::to_string(i), {}, "body"));
  for (int i = 0; i < 60; ++i) {
    const Http2Client::Answer& answer = client.Await(streams[static_cast<size_t>(i)]);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "POST /n" + std::to_string(i) + " body");
    EXPECT_EQ(answer.fields.at("content-length"), std::to_string(answer.body.size()));
    EXPECT_FALSE(answer.fields.at("x-request-id").empty());
    EXPECT_EQ(answer.error, kNoError);
  }
  EXPECT_EQ(server_->Stats().accepted, 1u);
  // What it was before its handshake is over soon.
  absl::Time end = absl::Now() + absl::Seconds(30);
  while (server_->Stats().connections > 1 && absl::Now() < end) std::this_thread::yield();
  EXPECT_EQ(server_->Stats().connections, 1u);
}

TEST_F(Http2Test, TheHandlerSeesTheRequestAsOverHttp11) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    const Request& request = exchange->request();
    Response answer;
    answer.body = std::string(request.Field("host")) + "|" + std::string(request.Field("cookie")) + "|" + request.path +
                  "|" + request.query.find("q")->second + "|" + request.remote_address +
                  (request.secure ? "|secure" : "|plain");
    exchange->Send(std::move(answer));
  };
  Start();
  Http2Client client(port_);
  EXPECT_EQ(client.Call("GET", "/a%20b?q=%C3%A9", {{"cookie", "a=1"}, {"cookie", "b=2"}}).body,
            "academy.test|a=1; b=2|/a b|\xC3\xA9|127.0.0.1|secure");
}

TEST_F(Http2Test, WhatHttp11RefusesIsRefused) {
  Start();
  Http2Client client(port_);
  auto status = [&](std::string_view method, std::string_view path, const Http2Client::Fields& fields,
                    std::string body = "") { return client.Call(method, path, fields, std::move(body)).status; };
  EXPECT_EQ(status("GET", "/", {}, "hidden"), 400) << "a body";
  EXPECT_EQ(status("BREW", "/", {}), 501);
  EXPECT_EQ(status("GET", "/" + std::string(8192, 'a'), {}), 414);
  EXPECT_EQ(status("GET", "/", {{"x", std::string(16 * 1024, 'a')}}), 431);
  EXPECT_EQ(status("GET", "/", Http2Client::Fields(101, {"x", "a"})), 431);
  EXPECT_EQ(status("GET", "/", {{"host", "other.test"}}), 400);
  EXPECT_EQ(status("GET", "/", {{"host", "academy.test"}}), 200);
  EXPECT_EQ(status("POST", "/", {{"content-encoding", "gzip"}}, "x"), 415);
  EXPECT_EQ(status("POST", "/", {{"expect", "more"}}, "x"), 417);
  EXPECT_EQ(status("POST", "/", {{"content-length", "50000000"}}, "x"), 413);
  EXPECT_EQ(status("POST", "/", {}, std::string(1025, 'x')), 413) << "of unknown length";
  EXPECT_EQ(status("GET", "/%00", {}), 400);
  EXPECT_EQ(status("GET", "/#part", {}), 400);
  EXPECT_EQ(status("GET", "/after", {}), 200);
  EXPECT_EQ(server_->Stats().accepted, 1u);
}

TEST_F(Http2Test, WhatIsNoRequestIsReset) {
  Start();
  Http2Client client(port_);
  auto error = [&](const Http2Client::Fields& fields, std::string body = "") {
    const Http2Client::Answer& answer = client.Await(client.AskWith(fields, std::move(body)));
    return answer.status == 0 ? answer.error : kNoError;
  };
  const Http2Client::Fields good = {
      {":method", "POST"}, {":scheme", "https"}, {":authority", "academy.test"}, {":path", "/"}};
  auto with = [&](std::string name, std::string value) {
    Http2Client::Fields fields = good;
    fields.emplace_back(std::move(name), std::move(value));
    return fields;
  };
  EXPECT_EQ(error(good), kNoError);
  EXPECT_EQ(error(with("connection", "close")), kProtocolError);
  EXPECT_EQ(error(with("transfer-encoding", "chunked")), kProtocolError);
  EXPECT_EQ(error(with(":path", "/other")), kProtocolError);
  EXPECT_EQ(error(with("content-length", "3"), "four"), kProtocolError);
  EXPECT_EQ(error({{":method", "GET"}, {":scheme", "https"}, {":authority", "a"}}), kProtocolError);
  EXPECT_EQ(client.Call("GET", "/after").status, 200);
  EXPECT_EQ(client.Call("GET", "/", {{"x", std::string("a\0b", 3)}}).status, 400);
}

TEST_F(Http2Test, HeadHasTheLengthOfTheBodyThatItDoesNotHave) {
  Start();
  Http2Client::Answer answer = Http2Client(port_).Call("HEAD", "/abc");
  EXPECT_EQ(answer.fields["content-length"], std::to_string(std::string("HEAD /abc ").size()));
  EXPECT_EQ(answer.body, "");
}

TEST_F(Http2Test, TheLiveGatewayGetsEachRequestAsAConnection) {
  hooks_.is_live = [](std::string_view target) { return target.starts_with("/socket.io/"); };
  hooks_.adopt_live = [](const Handover& connection) {
    const Head& head = *connection.head;
    std::string body = head.method + " " + head.target + " " + connection.bytes + " " + connection.remote_address +
                       (head.keep_alive ? " stays" : " goes");
    std::string answer =
        "HTTP/1.1 201 Created\r\nX-Name: value\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body;
    if (head.target == "/socket.io/broken") answer = "HTTP";
    EXPECT_EQ(::write(connection.fd, answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
    ::close(connection.fd);
  };
  Start();
  Http2Client client(port_);
  Http2Client::Answer answer = client.Call("POST", "/socket.io/?EIO=4", {}, "packet");
  EXPECT_EQ(answer.status, 201);
  EXPECT_EQ(answer.body, "POST /socket.io/?EIO=4 packet 127.0.0.1 goes");
  EXPECT_EQ(answer.fields["x-name"], "value");
  EXPECT_EQ(answer.fields["content-length"], std::to_string(answer.body.size()));
  EXPECT_FALSE(answer.fields.contains("connection"));
  EXPECT_FALSE(answer.fields["strict-transport-security"].empty());
  EXPECT_EQ(client.Call("GET", "/socket.io/broken").status, 503);
  EXPECT_EQ(client.Call("GET", "/after").status, 200);
}

TEST_F(Http2Test, TheLiveGatewaySeesThatAClientGaveUp) {
  hooks_.is_live = [](std::string_view target) { return target.starts_with("/socket.io/"); };
  int parked = -1;
  absl::Notification asked;
  hooks_.adopt_live = [&](const Handover& connection) {
    parked = connection.fd;
    asked.Notify();
  };
  Start();
  Http2Client client(port_);
  int32_t stream = client.Ask("GET", "/socket.io/");
  asked.WaitForNotification();
  client.Reset(stream);
  pollfd ended{.fd = parked, .events = POLLIN, .revents = 0};
  EXPECT_EQ(::poll(&ended, 1, 30'000), 1);
  char byte = 0;
  EXPECT_EQ(::read(parked, &byte, 1), 0);
  ::close(parked);
}

TEST_F(Http2Test, LongAnswersFromMemoryFilesAndSourcesArriveWholeSideBySide) {
  const std::string text = LongText(3 * 1024 * 1024);
  auto shared = std::make_shared<const std::string>(text);
  hooks_.handle = [&](const std::shared_ptr<Exchange>& exchange) {
    const std::string& path = exchange->request().path;
    Response answer;
    if (path == "/memory") answer.body = text;
    if (path == "/shared") answer.shared_body = shared;
    if (path == "/file") answer.file = FileOf(text, text.size());
    if (path == "/cached") answer.file = FileOf(text, text.size(), /*cached=*/true);
    if (path == "/known" || path == "/unknown") {
      answer.source = std::make_shared<LateSource>(std::vector<std::string>{text.substr(0, 1000), text.substr(1000)},
                                                   BodySource::Got::kEnd);
      answer.source_length = path == "/known" ? static_cast<int64_t>(text.size()) : Response::kUnknownLength;
    }
    exchange->Send(std::move(answer));
  };
  Start();
  Http2Client client(port_);
  std::vector<std::pair<std::string, int32_t>> asked;
  for (int i = 0; i < 3; ++i) {
    for (const char* path : {"/memory", "/file", "/shared", "/known", "/unknown", "/file", "/cached", "/cached"}) {
      asked.emplace_back(path, client.Ask("GET", path));
    }
  }
  for (const auto& [path, stream] : asked) {
    const Http2Client::Answer& answer = client.Await(stream);
    EXPECT_TRUE(answer.body == text) << path << " " << answer.body.size();
    EXPECT_EQ(answer.error, kNoError) << path;
    EXPECT_EQ(answer.fields.contains("content-length"), path != "/unknown") << path;
    EXPECT_FALSE(answer.fields.contains("transfer-encoding"));
  }
}

TEST_F(Http2Test, AnIncompleteAnswerIsSeenToBeOne) {
  const std::string text = LongText(100'000);
  hooks_.handle = [&](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    if (exchange->request().path == "/file") {
      answer.file = FileOf(text, text.size() + 1);
    } else {
      answer.source = std::make_shared<LateSource>(std::vector<std::string>{text}, BodySource::Got::kBroken);
      answer.source_length = static_cast<int64_t>(text.size()) + 1;
    }
    exchange->Send(std::move(answer));
  };
  Start();
  Http2Client client(port_);
  EXPECT_EQ(client.Call("GET", "/file").error, kInternalError);
  EXPECT_EQ(client.Call("GET", "/source").error, kInternalError);
}

TEST_F(Http2Test, AnAnswerThatMayNoLongerBeSentEndsAndTheOthersGoOn) {
  absl::Mutex mutex;
  bool allowed = true;
  hooks_.handle = [&](const std::shared_ptr<Exchange>& exchange) {
    if (exchange->request().path != "/file") return Echo(exchange);
    Response answer;
    answer.file = FileOf(LongText(1024 * 1024), 1024 * 1024);
    answer.still_allowed = [&] {
      absl::MutexLock lock(&mutex);
      return allowed;
    };
    exchange->Send(std::move(answer));
  };
  Start();
  Http2Client client(port_, {.takes_by_hand = true});
  int32_t stream = client.Ask("GET", "/file");
  EXPECT_EQ(client.AwaitBytes(stream, 1000).status, 200);
  {
    absl::MutexLock lock(&mutex);
    allowed = false;
  }
  const Http2Client::Answer& answer = client.Await(stream);
  EXPECT_EQ(answer.error, kCancel);
  EXPECT_LT(answer.body.size(), 1024u * 1024);
  client.Take(0, 100'000);
  EXPECT_EQ(client.Call("GET", "/other").status, 200);
}

TEST_F(Http2Test, AStreamedBodyArrivesWholeAndItsWindowOpensAsItIsTaken) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    exchange->ReadBody(std::make_shared<Collect>(exchange));
  };
  Start();
  Http2Client client(port_);
  for (size_t size : {0u, 10u, 4u * 1024 * 1024}) {
    EXPECT_EQ(client.Call("POST", "/stream", {}, LongText(size)).body, std::to_string(size) + " right");
  }
  int32_t stream = client.Ask("POST", "/stream", {{"content-length", "2000"}}, LongText(1000), /*open=*/true);
  client.SendBody(stream, LongText(2000).substr(1000), true);
  EXPECT_EQ(client.Await(stream).body, "2000 right");
}

TEST_F(Http2Test, AnAnswerBeforeTheBodysEndEndsTheRequestOnly) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) { Echo(exchange); };
  Start();
  Http2Client client(port_);
  int32_t stream = client.Ask("POST", "/stream", {}, "some", /*open=*/true);
  const Http2Client::Answer& answer = client.Await(stream);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.error, kNoError);
  EXPECT_EQ(client.Call("GET", "/after").status, 200);
}

TEST_F(Http2Test, WhoeverWaitsForContinueIsToldToGoOnOnceTheBodyIsWanted) {
  hooks_.body_policy = [](const Request&) { return BodyRule{.max_bytes = 100'000, .on_demand = true}; };
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    if (exchange->request().path == "/refused") return exchange->Send(FailureResponse(401, "no", "No", "id"));
    exchange->CollectBody(/*stranger=*/false, [exchange] { Echo(exchange); });
  };
  Start();
  Http2Client client(port_);
  const Http2Client::Fields fields = {{"expect", "100-continue"}};
  EXPECT_EQ(client.Await(client.Ask("POST", "/refused", fields, "", /*open=*/true)).before.size(), 0u);
  int32_t stream = client.Ask("POST", "/x", fields, "", /*open=*/true);
  EXPECT_EQ(client.AwaitBytes(stream, 0).status, 100);
  std::string body(99'000, 'x');
  client.SendBody(stream, body, true);
  const Http2Client::Answer& answer = client.Await(stream);
  EXPECT_EQ(answer.before, std::vector<int>{100});
  EXPECT_EQ(answer.body, "POST /x " + body);
  EXPECT_EQ(client.Call("POST", "/x", {}, body).body, "POST /x " + body);
}

TEST_F(Http2Test, UrgentRequestsAreAnsweredFirst) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.body = std::string(200'000, 'x');
    exchange->Send(std::move(answer));
  };
  Start();
  // The picture uses up the connection's window before the script is asked for.
  Http2Client client(port_, {.takes_by_hand = true, .window = 1'000'000});
  int32_t picture = client.Ask("GET", "/picture", {{"priority", "u=5, i"}});
  client.AwaitBytes(picture, 65535);
  int32_t script = client.Ask("GET", "/script", {{"priority", "u=1"}});
  EXPECT_EQ(client.AwaitBytes(script, 0).status, 200);
  client.Take(0, 1'000'000);
  client.Await(picture);
  EXPECT_EQ(client.finished(), (std::vector<int32_t>{script, picture}));
}

}  // namespace
}  // namespace academy::http
