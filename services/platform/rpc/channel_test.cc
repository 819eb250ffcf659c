#include "services/platform/rpc/channel.h"

#include <arpa/inet.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/synchronization/notification.h"
#include "services/platform/testing/status_matchers.h"

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
