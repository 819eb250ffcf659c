#include "services/platform/rpc/channel.h"

#include <arpa/inet.h>
#include <grpc/support/time.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "services/platform/base/replacement.h"
#include "services/platform/rpc/testing/generic_server.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/tracing/span_exporter.h"

namespace {

// Seconds by which the system clock has been set forward.
std::atomic<time_t> set_forward = 0;

}  // namespace

// Stands before the C library's.
extern "C" int clock_gettime(clockid_t id, timespec* time) noexcept {
  int failed = static_cast<int>(::syscall(SYS_clock_gettime, id, time));
  if (failed == 0 && id == CLOCK_REALTIME) time->tv_sec += set_forward;
  return failed;
}

namespace academy {
namespace {

// A server that accepts connections and sends nothing.
class SilentServer {
 public:
  SilentServer() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address_);
    auto* address = reinterpret_cast<sockaddr*>(&address_);
    EXPECT_EQ(::bind(listener_, address, size), 0);
    EXPECT_EQ(::getsockname(listener_, address, &size), 0);
    EXPECT_EQ(::listen(listener_, 1), 0);
  }
  ~SilentServer() {
    if (connection_ >= 0) ::close(connection_);
    ::close(listener_);
  }

  std::string target() const { return "127.0.0.1:" + std::to_string(ntohs(address_.sin_port)); }
  void Accept() { connection_ = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC); }
  // Whether the client disconnects within the time.
  bool IsLeftWithin(int milliseconds) const {
    pollfd left{.fd = connection_, .events = POLLRDHUP, .revents = 0};
    return ::poll(&left, 1, milliseconds) != 0;
  }

 private:
  sockaddr_in address_{};
  const int listener_;
  int connection_ = -1;
};

TEST(ChannelTest, ADeadlineIsAsFarAwayWhenTheClockIsSet) {
  for (time_t forward : {0, 3600, -3600}) {
    // It does not ask the system each time.
    absl::Now();
    set_forward = forward;
    grpc::ClientContext context;
    PrepareContext(context, {}, absl::Seconds(100));
    gpr_timespec left =
        gpr_time_sub(gpr_convert_clock_type(context.raw_deadline(), GPR_CLOCK_MONOTONIC), gpr_now(GPR_CLOCK_MONOTONIC));
    EXPECT_GT(left.tv_sec, 10) << forward;
    EXPECT_LE(left.tv_sec, 100) << forward;
    set_forward = 0;
  }
}

TEST(ChannelTest, AServerThatIsSlowToGreetIsWaitedFor) {
  SilentServer server;
  std::shared_ptr<grpc::Channel> channel = MakeChannel(server.target());
  channel->GetState(/*try_to_connect=*/true);
  server.Accept();
  EXPECT_FALSE(server.IsLeftWithin(500));
}

// A call that is its channel's only owner and reports when it has released it.
struct LastCall {
  ~LastCall() {
    channel.reset();
    ended.Notify();
  }

  absl::Notification& ended;
  std::shared_ptr<grpc::Channel> channel = MakeChannel("127.0.0.1:1");
  std::unique_ptr<grpc::GenericStub> stub = std::make_unique<grpc::GenericStub>(channel);
  std::unique_ptr<grpc::ClientContext> context = std::make_unique<grpc::ClientContext>();
  grpc::Slice nothing;
  grpc::ByteBuffer request{&nothing, 1};
  grpc::ByteBuffer response;
};

TEST(ChannelTest, TheEndOfACallMayLetTheLastChannelGo) {
  for (int i = 0; i < 100; ++i) {
    absl::Notification ended;
    auto call = std::make_shared<LastCall>(ended);
    LastCall& started = *call;
    started.stub->UnaryCall(started.context.get(), "/nothing", {}, &started.request, &started.response,
                            [call = std::move(call)](const grpc::Status& status) mutable {
                              EXPECT_THAT(status, testing::Not(IsOk()));
                              call->context.reset();
                              call->stub.reset();
                              call.reset();
                            });
    ended.WaitForNotification();
  }
}

// Calls `channel` for `caller`, and waits for the end.
grpc::Status CallFor(const std::shared_ptr<grpc::Channel>& channel, const Caller& caller) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  PrepareContext(context, {.caller = caller});
  grpc::Slice nothing;
  grpc::ByteBuffer request(&nothing, 1);
  grpc::ByteBuffer response;
  grpc::Status status;
  absl::Notification ended;
  stub.UnaryCall(&context, "/academy.Test/Read", {}, &request, &response, [&](grpc::Status result) {
    status = std::move(result);
    ended.Notify();
  });
  ended.WaitForNotification();
  return status;
}

constexpr char kSampled[] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

TEST(ChannelTest, ACallInASampledTraceHasASpanBelowItsRequests) {
  std::string arrived;
  GenericServer server([&](grpc::GenericCallbackServerContext& context) {
    auto found = context.client_metadata().find(kTraceparentKey);
    arrived = found == context.client_metadata().end() ? "" : std::string(found->second.data(), found->second.size());
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "");
  });
  // Nobody listens there.
  std::shared_ptr<SpanExporter> spans = *SpanExporter::Open({.endpoint = "http://127.0.0.1:1", .source = {}});
  std::shared_ptr<grpc::Channel> channel =
      MakeChannel(server.address(), Credential("proof"), {.service = "catalog", .spans = spans});
  Caller caller{.request_id = "r1", .trace = *ParseTraceparent(kSampled)};
  CallFor(channel, caller);
  std::optional<TraceContext> trace = ParseTraceparent(arrived);
  ASSERT_TRUE(trace.has_value()) << arrived;
  EXPECT_EQ(trace->trace_id, caller.trace.trace_id);
  EXPECT_NE(trace->span_id, caller.trace.span_id);
  EXPECT_TRUE(trace->sampled);

  caller.trace.sampled = false;
  CallFor(channel, caller);
  EXPECT_EQ(arrived, FormatTraceparent(caller.trace));
  CallFor(channel, {.request_id = "r1"});
  EXPECT_EQ(arrived, "");
  spans->Stop();
  // That of the first call.
  EXPECT_EQ(spans->dropped(), 1u);
}

class KeptCalls final : public LongCallSink {
 public:
  void OnLongCall(LongCall call) override { calls.push_back(std::move(call)); }
  std::vector<LongCall> calls;
};

TEST(ChannelTest, ALongCallIsToldWithWhatTheServiceSays) {
  GenericServer server([&](grpc::GenericCallbackServerContext& context) {
    absl::SleepFor(kLongCall);
    context.AddTrailingMetadata(kCallPartsKey, "queued=1000;database=5000;auth=30");
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "");
  });
  auto kept = std::make_shared<KeptCalls>();
  std::shared_ptr<grpc::Channel> channel =
      MakeChannel(server.address(), Credential("proof"), {.service = "catalog", .long_calls = kept});
  CallFor(channel, {.request_id = "r1"});
  // One that serves no request.
  CallFor(channel, {});
  ASSERT_EQ(kept->calls.size(), 1u);
  EXPECT_EQ(kept->calls[0].service, "catalog");
  EXPECT_EQ(kept->calls[0].request_id, "r1");
  EXPECT_GE(kept->calls[0].took, kLongCall);
  EXPECT_EQ(FormatCallParts(kept->calls[0].parts), "queued=1000;database=5000;auth=30");
}

// A server that is replaced, as the supervisor says.
class ReplacedChannelTest : public testing::Test {
 protected:
  ReplacedChannelTest() { EXPECT_OK(Replacement::OfAcademy().Watch(file_)); }
  ~ReplacedChannelTest() override {
    Say("-----");
    std::filesystem::remove(file_);
  }

  void Say(const std::string& state) {
    std::fstream out(file_, std::ios::in | std::ios::out);
    out << state << std::flush;
    ASSERT_TRUE(out.good());
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("channel_" + std::to_string(::getpid()));
};

TEST_F(ReplacedChannelTest, ACallIsHeldBackUntilItsServerIsBack) {
  GenericServer server(grpc::StatusCode::ALREADY_EXISTS);
  auto channel = MakeChannel(server.address(), Credential("edge:1:secret"), {.service = "catalog"});
  Say("R-A--");
  absl::Notification ended;
  std::thread caller([&] {
    EXPECT_EQ(CallUnary(channel, "/academy.Test/Write").error_code(), grpc::StatusCode::ALREADY_EXISTS);
    ended.Notify();
  });
  // Another server's calls go on meanwhile.
  auto other = MakeChannel(server.address(), Credential("edge:1:secret"), {.service = "auth"});
  EXPECT_EQ(CallUnary(other, "/academy.Test/Write").error_code(), grpc::StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(server.calls(), 1);
  EXPECT_FALSE(ended.HasBeenNotified());
  Say("R----");
  caller.join();
  EXPECT_EQ(server.calls(), 2);
}

TEST_F(ReplacedChannelTest, AQuestionForHealthIsNotHeldBack) {
  GenericServer server(grpc::StatusCode::ALREADY_EXISTS);
  auto channel = MakeChannel(server.address(), Credential("edge:1:secret"), {.service = "catalog"});
  Say("R-A--");
  EXPECT_NE(CallUnary(channel, "/grpc.health.v1.Health/Check").error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST_F(ReplacedChannelTest, ACallHasAsMuchMoreTimeWhileServicesAreReplaced) {
  auto seconds = [] {
    grpc::ClientContext context;
    PrepareContext(context, {}, absl::Seconds(100));
    gpr_timespec deadline = gpr_convert_clock_type(context.raw_deadline(), GPR_CLOCK_MONOTONIC);
    return gpr_time_sub(deadline, gpr_now(GPR_CLOCK_MONOTONIC)).tv_sec;
  };
  EXPECT_LE(seconds(), 100);
  Say("R----");
  EXPECT_GT(seconds(), 100);
}

// Two servers that hold the same, and a channel to them.
class BalancedChannelTest : public testing::Test {
 protected:
  // Whether a server answered.
  bool Call() { return CallUnary(channel_, "/academy.Test/Read").error_code() == grpc::StatusCode::ALREADY_EXISTS; }

  struct Round {
    int first = 0;
    int second = 0;
    int failed = 0;
  };
  Round CallManyTimes() {
    Round before{.first = first_.calls(), .second = second_.calls()};
    Round round;
    for (int i = 0; i < 100; ++i) round.failed += Call() ? 0 : 1;
    round.first = first_.calls() - before.first;
    round.second = second_.calls() - before.second;
    return round;
  }

  // Calls until the channel knows how the servers are, which it learns soon and by itself.
  bool Settles(const std::function<bool(const Round&)>& as_wanted) {
    absl::Time limit = absl::Now() + absl::Seconds(30);
    while (absl::Now() < limit) {
      if (as_wanted(CallManyTimes())) return true;
    }
    return false;
  }
  bool SettlesOnBoth() {
    return Settles([](const Round& round) { return round.first > 0 && round.second > 0; });
  }
  bool SettlesOnFirst() {
    return Settles([](const Round& round) { return round.second == 0 && round.failed == 0; });
  }

  GenericServer first_{grpc::StatusCode::ALREADY_EXISTS};
  GenericServer second_{grpc::StatusCode::ALREADY_EXISTS};
  std::shared_ptr<grpc::Channel> channel_ = MakeChannel("ipv4:" + first_.address() + "," + second_.address());
};

TEST_F(BalancedChannelTest, CallsAreSpreadEvenlyOverTheServers) {
  ASSERT_TRUE(SettlesOnBoth());
  Round round = CallManyTimes();
  EXPECT_EQ(round.failed, 0);
  EXPECT_EQ(round.first + round.second, 100);
  EXPECT_NEAR(round.first, 50, 7);
}

TEST_F(BalancedChannelTest, CallsGoOnWhenAServerEnds) {
  ASSERT_TRUE(SettlesOnBoth());
  second_.Stop();
  ASSERT_TRUE(SettlesOnFirst());
  EXPECT_EQ(CallManyTimes().first, 100);
}

TEST_F(BalancedChannelTest, AServerThatDoesNotServeIsLeftOutUntilItDoes) {
  ASSERT_TRUE(SettlesOnBoth());
  second_.SetServing(false);
  ASSERT_TRUE(SettlesOnFirst());
  EXPECT_EQ(CallManyTimes().first, 100);
  second_.SetServing(true);
  EXPECT_TRUE(SettlesOnBoth());
}

TEST_F(BalancedChannelTest, AServerThatStopsIsNotHeldByItsWatchers) {
  ASSERT_TRUE(SettlesOnBoth());
  absl::Notification stopped;
  std::thread stopping([&] {
    second_.Stop();
    stopped.Notify();
  });
  EXPECT_TRUE(stopped.WaitForNotificationWithTimeout(absl::Seconds(20)));
  channel_.reset();
  stopping.join();
}

TEST_F(BalancedChannelTest, TheOnlyServerIsCalledWhateverItsHealth) {
  channel_ = MakeChannel(first_.address());
  first_.SetServing(false);
  EXPECT_TRUE(Call());
}

}  // namespace
}  // namespace academy
