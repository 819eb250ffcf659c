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
#include <memory>
#include <string>
#include <utility>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
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

}  // namespace
}  // namespace academy
