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
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "services/platform/rpc/testing/generic_server.h"
#include "services/platform/testing/status_matchers.h"

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
