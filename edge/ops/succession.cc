#include "edge/ops/succession.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

// What is said: the old edge's only byte, with the two descriptors, and the new edge's.
constexpr char kTake = 'T';
constexpr char kServes = 'S';
constexpr int kAnswerMs = 10'000;

absl::Status Refuse(const char* reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

absl::StatusOr<sockaddr_un> AddressOf(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket.native().size() >= sizeof(address.sun_path)) {
    return Refuse("path_too_long", "the path of " + socket.string() + " is too long for a socket");
  }
  std::memcpy(static_cast<char*>(address.sun_path), socket.c_str(), socket.native().size() + 1);
  return address;
}

// Whether the other end is this user's.
bool IsOurs(int fd) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

bool IsReadableWithin(int fd, int milliseconds) {
  pollfd awaited{.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&awaited, 1, milliseconds) > 0;
}

// A message of one byte with two descriptors.
struct Parcel {
  Parcel() {
    content = {.iov_base = &byte, .iov_len = 1};
    message.msg_iov = &content;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
  }
  Parcel(const Parcel&) = delete;
  Parcel& operator=(const Parcel&) = delete;

  static constexpr size_t kBytes = 2 * sizeof(int);

  char byte = kTake;
  iovec content{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kBytes)> control{};
  msghdr message{};
};

bool Send(int fd, std::array<int, 2> descriptors) {
  Parcel parcel;
  cmsghdr* header = CMSG_FIRSTHDR(&parcel.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(Parcel::kBytes);
  std::memcpy(CMSG_DATA(header), descriptors.data(), Parcel::kBytes);
  return ::sendmsg(fd, &parcel.message, MSG_NOSIGNAL) == 1;
}

bool Receive(int fd, std::array<int, 2>& descriptors) {
  Parcel parcel;
  if (::recvmsg(fd, &parcel.message, MSG_CMSG_CLOEXEC) != 1 || parcel.byte != kTake) return false;
  cmsghdr* header = CMSG_FIRSTHDR(&parcel.message);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(Parcel::kBytes)) {
    return false;
  }
  std::memcpy(descriptors.data(), CMSG_DATA(header), Parcel::kBytes);
  return true;
}

}  // namespace

absl::StatusOr<Inheritance> Inheritance::Ask(const std::filesystem::path& socket) {
  ASSIGN_OR_RETURN(sockaddr_un address, AddressOf(socket));
  Inheritance inheritance;
  inheritance.talk_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::array<int, 2> descriptors{};
  if (inheritance.talk_ < 0 ||
      ::connect(inheritance.talk_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 ||
      !IsOurs(inheritance.talk_) || !IsReadableWithin(inheritance.talk_, kAnswerMs) ||
      !Receive(inheritance.talk_, descriptors)) {
    return Refuse("no_predecessor", "there is no edge at " + socket.string() + " whose place could be taken");
  }
  inheritance.lock_ = descriptors[0];
  inheritance.listener_ = descriptors[1];
  return inheritance;
}

Inheritance::Inheritance(Inheritance&& other) noexcept
    : talk_(std::exchange(other.talk_, -1)),
      lock_(std::exchange(other.lock_, -1)),
      listener_(std::exchange(other.listener_, -1)) {}

Inheritance::~Inheritance() {
  for (int fd : {talk_, lock_, listener_}) {
    if (fd >= 0) ::close(fd);
  }
}

int Inheritance::TakeLock() { return std::exchange(lock_, -1); }
int Inheritance::TakeListener() { return std::exchange(listener_, -1); }

absl::Status Inheritance::Confirm() {
  if (::send(talk_, &kServes, 1, MSG_NOSIGNAL) == 1) return absl::OkStatus();
  return Error(absl::StatusCode::kUnavailable, "predecessor_gone", "the edge before has ended meanwhile");
}

class Testament::Impl {
 public:
  Impl(int socket, std::filesystem::path path, int lock, int listener, std::function<void()> succeeded)
      : socket_(socket),
        path_(std::move(path)),
        file_(FileAt(path_)),
        descriptors_{lock, listener},
        ended_(::eventfd(0, EFD_CLOEXEC)),
        on_succeeded_(std::move(succeeded)),
        thread_([this] { Run(); }) {}

  ~Impl() {
    uint64_t one = 1;
    [[maybe_unused]] ssize_t written = ::write(ended_, &one, sizeof(one));
    thread_.join();
    ::close(ended_);
    ::close(socket_);
    // Not that of an edge which has taken the place.
    if (file_.has_value() && FileAt(path_) == file_) ::unlink(path_.c_str());
  }

  bool succeeded() const { return succeeded_; }

 private:
  void Run() {
    // One at a time: there is only one place to take.
    while (IsReadable(socket_)) {
      int fd = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) continue;
      char said = 0;
      succeeded_ = IsOurs(fd) && Send(fd, descriptors_) && IsReadable(fd) && ::recv(fd, &said, 1, MSG_DONTWAIT) == 1 &&
                   said == kServes;
      ::close(fd);
      if (succeeded_) return on_succeeded_();
    }
  }

  // Waits; false at the end.
  bool IsReadable(int fd) const {
    std::array<pollfd, 2> awaited = {
        {{.fd = fd, .events = POLLIN, .revents = 0}, {.fd = ended_, .events = POLLIN, .revents = 0}}};
    while (::poll(awaited.data(), awaited.size(), -1) < 0 && errno == EINTR) continue;
    return awaited[1].revents == 0;
  }

  using File = std::pair<dev_t, ino_t>;

  static std::optional<File> FileAt(const std::filesystem::path& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? std::optional(File(found.st_dev, found.st_ino)) : std::nullopt;
  }

  const int socket_;
  const std::filesystem::path path_;
  // The socket's name in the file system.
  const std::optional<File> file_;
  const std::array<int, 2> descriptors_;
  const int ended_;
  const std::function<void()> on_succeeded_;
  std::atomic<bool> succeeded_ = false;
  std::thread thread_;
};

Testament::Testament(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Testament::~Testament() = default;
bool Testament::succeeded() const { return impl_->succeeded(); }

absl::StatusOr<std::unique_ptr<Testament>> Testament::Open(const std::filesystem::path& socket, int lock, int listener,
                                                           std::function<void()> succeeded) {
  RETURN_IF_ERROR(AddressOf(socket).status());
  // Renamed into place, so that whoever asks finds this edge or the one before.
  std::filesystem::path draft = socket.parent_path() / ("new." + std::to_string(::getpid()));
  ASSIGN_OR_RETURN(sockaddr_un address, AddressOf(draft));
  ::unlink(draft.c_str());
  int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0 || ::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 ||
      ::chmod(draft.c_str(), 0600) != 0 || ::listen(fd, 1) != 0 || ::rename(draft.c_str(), socket.c_str()) != 0) {
    std::string cause = std::strerror(errno);
    if (fd >= 0) ::close(fd);
    return Refuse("file_error", "cannot listen at " + socket.string() + ": " + cause);
  }
  return std::unique_ptr<Testament>(
      new Testament(std::make_unique<Impl>(fd, socket, lock, listener, std::move(succeeded))));
}

}  // namespace academy::edge
