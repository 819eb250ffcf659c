// What the server reports of the requests that it answers.
#include "edge/http/served.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "edge/http/testing/http_client.h"
#include "edge/http/testing/server_fixture.h"

namespace academy::http {
namespace {

using edge::HttpClient;
using edge::HttpResponse;

class Reports final : public ServedSink {
 public:
  bool Wants(int status, absl::Duration) const override { return status != 299; }
  void OnServed(const Served& served) override {
    absl::MutexLock lock(&mutex_);
    all_.push_back(served);
  }
  // The only one so far.
  Served One() {
    absl::MutexLock lock(&mutex_);
    auto some = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) { return !all_.empty(); };
    mutex_.AwaitWithTimeout(absl::Condition(&some), absl::Seconds(30));
    EXPECT_EQ(all_.size(), 1u);
    return all_.empty() ? Served() : std::exchange(all_, {}).front();
  }
  bool empty() {
    absl::MutexLock lock(&mutex_);
    return all_.empty();
  }

 private:
  absl::Mutex mutex_;
  std::vector<Served> all_ ABSL_GUARDED_BY(mutex_);
};

class ServedTest : public ServerTest {
 protected:
  ServedTest() { hooks_.served = reports_; }

  const std::shared_ptr<Reports> reports_ = std::make_shared<Reports>();
};

TEST_F(ServedTest, AnAnswerIsReportedWithWhoAskedForWhat) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    exchange->set_route("/a");
    exchange->set_caller({.kind = "learner", .id = "l1", .session_id = "s1"});
    exchange->Send(FailureResponse(403, "forbidden", "No", exchange->request().id));
  };
  Start();
  HttpClient client(port_);
  HttpResponse answer = client.Call("GET", "/a%20b?token=secret");
  Served served = reports_->One();
  EXPECT_EQ(served.request_id, answer.fields["x-request-id"]);
  EXPECT_EQ(served.remote_address, "127.0.0.1");
  EXPECT_EQ(served.method, "GET");
  EXPECT_EQ(served.path, "/a b");
  EXPECT_EQ(served.route, "/a");
  EXPECT_EQ(served.status, 403);
  EXPECT_EQ(served.code, "forbidden");
  EXPECT_EQ(served.caller.kind, "learner");
  EXPECT_EQ(served.caller.id, "l1");
  EXPECT_EQ(served.caller.session_id, "s1");
  EXPECT_GT(served.bytes, answer.body.size());
}

TEST_F(ServedTest, ARequestThatNoHandlerGetsIsReportedToo) {
  Start();
  EXPECT_EQ(Raw("BREW /pot?token=secret HTTP/1.1\r\nHost: a\r\n\r\n").status, 501);
  Served served = reports_->One();
  EXPECT_EQ(served.status, 501);
  EXPECT_EQ(served.code, "not_implemented");
  EXPECT_EQ(served.path.find("secret"), std::string::npos);
  EXPECT_EQ(Raw("POST /x?token=secret HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n").status, 413);
  served = reports_->One();
  EXPECT_EQ(served.method, "POST");
  EXPECT_EQ(served.path, "/x");
}

TEST_F(ServedTest, AnAnswerThatItsClientDoesNotTakeIsReportedWithWhatWasSent) {
  constexpr size_t kSize = 64 * 1024 * 1024;
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.body = std::string(kSize, 'x');
    exchange->Send(std::move(answer));
  };
  Start();
  HttpClient client(port_);
  client.Send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(client.TakeByte());
  EXPECT_TRUE(reports_->empty());
  client.Close();
  Served served = reports_->One();
  EXPECT_EQ(served.status, 200);
  EXPECT_GT(served.bytes, 0u);
  EXPECT_LT(served.bytes, kSize);
}

TEST_F(ServedTest, TheKernelKeepsLittleForAClientThatDoesNotRead) {
  constexpr size_t kSize = 64 * 1024 * 1024;
  // More than a client's system takes on its own and the front door lets ours keep; ours would keep megabytes.
  constexpr uint64_t kKept = 1024 * 1024;
  options_.stall_timeout = absl::Milliseconds(100);
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.body = std::string(kSize, 'x');
    exchange->Send(std::move(answer));
  };
  Start();
  HttpClient client(port_);
  client.Send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_LT(reports_->One().bytes, kKept);
}

TEST_F(ServedTest, AnswersThatNobodyWantsAreNotReported) {
  hooks_.handle = [](const std::shared_ptr<Exchange>& exchange) {
    Response answer;
    answer.status = exchange->request().path == "/quiet" ? 299 : 200;
    exchange->Send(std::move(answer));
  };
  Start();
  HttpClient client(port_);
  EXPECT_EQ(client.Call("GET", "/quiet").status, 299);
  EXPECT_EQ(client.Call("GET", "/loud").status, 200);
  EXPECT_EQ(reports_->One().path, "/loud");
}

TEST_F(ServedTest, APathIsKeptOnlyAsFarAsALogNeedsIt) {
  Start();
  HttpClient client(port_);
  client.Call("GET", "/" + std::string(4000, 'a'));
  EXPECT_EQ(reports_->One().path.size(), kMaxServedPath);
}

}  // namespace
}  // namespace academy::http
