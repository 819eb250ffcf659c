// Distance between hosts of one machine: what arrives at one interface of a pair leaves by the other one later, in its
// order. The kernel's own means for this (netem) is not in every kernel.
//
//   distance MICROSECONDS NEAR FAR [NEAR FAR]...
//
// Ends with a message and 1 if it cannot begin; otherwise it runs until it is ended.
#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

// The kernel joins segments into frames of up to 64 KiB, and leaves their checksums to the device that sends them. A
// struct virtio_net_hdr before each frame says so. (Its header is not C++: a field's name is `class`.)
constexpr size_t kHeader = 10;
constexpr size_t kMaxFrame = kHeader + 65536 + 1024;
constexpr int kSocketBuffer = 8 << 20;
// Beyond that a way loses frames, as a router with a full buffer does.
constexpr size_t kMaxBytesUnderWay = 64 << 20;

[[noreturn]] void Die(const std::string& what) {
  std::cerr << what << ": " << std::strerror(errno) << "\n";
  std::exit(1);
}

struct Frame {
  Clock::time_point due;
  std::string bytes;
};

// From one interface to another.
struct Way {
  int from = -1;
  int to = -1;
  std::deque<Frame> frames;
  size_t bytes = 0;
};

int Open(const char* name) {
  int socket = ::socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) Die("socket");
  int on = 1;
  if (::setsockopt(socket, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof(on)) != 0) Die("PACKET_VNET_HDR");
  // Otherwise what it sends would come back.
  if (::setsockopt(socket, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof(on)) != 0) Die("PACKET_IGNORE_OUTGOING");
  int size = kSocketBuffer;
  for (int option : {SO_RCVBUFFORCE, SO_SNDBUFFORCE}) {
    if (::setsockopt(socket, SOL_SOCKET, option, &size, sizeof(size)) != 0) Die("buffer");
  }
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_ALL);
  address.sll_ifindex = static_cast<int>(::if_nametoindex(name));
  if (address.sll_ifindex == 0) Die(name);
  // Binding names the protocol, and so begins to receive: not before it is known from where.
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) Die(name);
  return socket;
}

// Takes all that has arrived. An interface that is down says so once, and is heard again when it is up.
void Take(Way& way, Clock::duration delay) {
  static std::array<char, kMaxFrame> buffer;
  for (;;) {
    ssize_t size = ::recv(way.from, buffer.data(), buffer.size(), 0);
    if (size < 0) return;
    if (way.bytes + static_cast<size_t>(size) > kMaxBytesUnderWay) continue;
    way.bytes += static_cast<size_t>(size);
    way.frames.push_back({Clock::now() + delay, std::string(buffer.data(), static_cast<size_t>(size))});
  }
}

// Sends what is due. What an interface refuses, because it is down or busy, is lost, as on a wire.
void Pass(Way& way, Clock::time_point now) {
  while (!way.frames.empty() && way.frames.front().due <= now) {
    const std::string& bytes = way.frames.front().bytes;
    static_cast<void>(::send(way.to, bytes.data(), bytes.size(), 0));
    way.bytes -= bytes.size();
    way.frames.pop_front();
  }
}

// Makes the timer ring when the first frame of all is due.
void SetTimer(int timer, const std::vector<Way>& ways, Clock::time_point now) {
  Clock::time_point first = Clock::time_point::max();
  for (const Way& way : ways) {
    if (!way.frames.empty()) first = std::min(first, way.frames.front().due);
  }
  itimerspec when{};
  if (first != Clock::time_point::max()) {
    // Zero would stop it.
    auto wait = std::max<std::chrono::nanoseconds>(first - now, std::chrono::nanoseconds(1));
    when.it_value.tv_sec = static_cast<time_t>(wait.count() / 1'000'000'000);
    when.it_value.tv_nsec = static_cast<long>(wait.count() % 1'000'000'000);
  }
  if (::timerfd_settime(timer, 0, &when, nullptr) != 0) Die("timer");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc % 2 != 0) {
    std::cerr << "usage: distance MICROSECONDS NEAR FAR [NEAR FAR]...\n";
    return 1;
  }
  const auto delay = std::chrono::microseconds(std::atol(argv[1]));
  std::vector<Way> ways;
  for (int i = 2; i < argc; i += 2) {
    int near = Open(argv[i]);
    int far = Open(argv[i + 1]);
    ways.push_back({.from = near, .to = far, .frames = {}});
    ways.push_back({.from = far, .to = near, .frames = {}});
  }
  int timer = ::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (timer < 0) Die("timer");
  std::vector<pollfd> waiting = {{.fd = timer, .events = POLLIN, .revents = 0}};
  for (const Way& way : ways) waiting.push_back({.fd = way.from, .events = POLLIN, .revents = 0});
  for (;;) {
    if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) Die("poll");
    uint64_t rung = 0;
    static_cast<void>(::read(timer, &rung, sizeof(rung)));
    for (Way& way : ways) Take(way, delay);
    Clock::time_point now = Clock::now();
    for (Way& way : ways) Pass(way, now);
    SetTimer(timer, ways, Clock::now());
  }
}
