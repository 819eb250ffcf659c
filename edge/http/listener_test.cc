#include "edge/http/listener.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

#include "services/platform/testing/status_matchers.h"

namespace academy::http {
namespace {

// Accepts on a thread of its own, and counts.
struct Accepting {
  explicit Accepting(Listener& listener)
      : thread([this, &listener] { listener.Accept([this](int fd) { Take(fd); }); }) {}
  ~Accepting() {
    if (thread.joinable()) thread.join();
  }

  void Take(int fd) {
    ::close(fd);
    ++accepted;
  }
  void AwaitCount(int wanted) const {
    while (accepted < wanted) std::this_thread::yield();
  }

  std::atomic<int> accepted = 0;
  std::thread thread;
};

// Whether a connection was made.
bool Connect(int port) {
  int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  bool connected = ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  ::close(fd);
  return connected;
}

TEST(ListenerTest, ATakenPortIsAClearError) {
  Listener first;
  absl::StatusOr<int> port = first.Bind("127.0.0.1", 0);
  ASSERT_OK(port);
  EXPECT_GT(*port, 0);
  EXPECT_THAT(Listener().Bind("127.0.0.1", *port), HasReason("address_taken"));
  EXPECT_THAT(Listener().Bind("192.0.2.1", 0), HasReason("address_taken")) << "no address of this machine";
}

TEST(ListenerTest, WhatIsInTheBacklogIsAcceptedBeforeTheEnd) {
  Listener listener;
  absl::StatusOr<int> port = listener.Bind("127.0.0.1", 0);
  ASSERT_OK(port);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(Connect(*port));
  Accepting accepting(listener);
  listener.Stop();
  accepting.thread.join();
  EXPECT_EQ(accepting.accepted, 20);
  EXPECT_FALSE(Connect(*port));
  EXPECT_OK(Listener().Bind("127.0.0.1", *port)) << "the port is free";
}

TEST(ListenerTest, ASocketThatWasPassedOnGoesOnWhenTheFirstLeaves) {
  Listener first;
  absl::StatusOr<int> port = first.Bind("127.0.0.1", 0);
  ASSERT_OK(port);
  Accepting by_first(first);
  EXPECT_TRUE(Connect(*port));
  by_first.AwaitCount(1);
  Listener second;
  EXPECT_EQ(second.Inherit(::dup(first.socket())).value_or(0), *port);
  first.Leave();
  by_first.thread.join();
  EXPECT_EQ(first.socket(), -1);
  // Nobody accepts, and nobody is refused.
  EXPECT_TRUE(Connect(*port));
  Accepting by_second(second);
  by_second.AwaitCount(1);
  EXPECT_TRUE(Connect(*port));
  by_second.AwaitCount(2);
  second.Stop();
}

}  // namespace
}  // namespace academy::http
