// live_load PORT TOKENS: opens many live connections from one thread, light enough to share two cores with the academy
// it measures. TOKENS is a file with a token per line. Reads commands from standard input, one per line, and answers
// each with a line of JSON; between commands it answers heartbeats.
//
//   connect FIRST COUNT LISTED   connects with the tokens [FIRST, FIRST + COUNT), kWindow at a time; done when all are
//                                admitted and, unless LISTED is 0, have received an online list of LISTED learners, or
//                                their number
//   close NUMBER                 hangs up the connection of token NUMBER
//   await LISTED                 done when every manager has received an online list of LISTED learners since the last
//                                `connect` or `close` began
// Times are in milliseconds, from a connection's own start (connect) or from the last change (await).
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr size_t kWindow = 200;
// The bytes of a frame that are kept: enough to tell its kind.
constexpr size_t kKept = 48;
constexpr size_t kReadSize = 1 << 20;
// An online list: `42["onlineUsers",[`, entries `{"userId":"<36 letters>"}` with commas between, `]]`.
constexpr std::string_view kListBegins = "42[\"onlineUsers\",[";
// The number instead of a long list.
constexpr std::string_view kCountBegins = "42[\"onlineCount\",{\"total\":";
constexpr size_t kEntry = 36 + sizeof("{\"userId\":\"\"}") - 1;

double Now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * time.tv_usec; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

size_t ListSize(size_t learners) { return kListBegins.size() + learners * (kEntry + 1) - (learners > 0 ? 1 : 0) + 2; }

struct Client {
  enum class State { kClosed, kConnecting, kUpgrading, kOpen };
  int fd = -1;
  State state = State::kClosed;
  double began = 0;
  double admitted = 0;
  double listed = 0;
  size_t list_size = 0;
  // The answer to the upgrade; after that the beginning of the frame being read.
  std::string head;
  std::array<unsigned char, 10> frame_head{};
  size_t frame_head_size = 0;
  size_t frame_size = 0;
  size_t frame_left = 0;
};

class Load {
 public:
  Load(uint16_t port, std::vector<std::string> tokens)
      : port_(port), tokens_(std::move(tokens)), clients_(tokens_.size()), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    buffer_.resize(kReadSize);
    Watch(STDIN_FILENO, kCommands, EPOLLIN, EPOLL_CTL_ADD);
  }

  void Run() {
    std::array<epoll_event, 512> events;
    while (!over_) {
      int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
      for (int i = 0; i < count; ++i) {
        if (events[static_cast<size_t>(i)].data.u64 == kCommands) {
          ReadCommand();
        } else {
          OnReady(static_cast<size_t>(events[static_cast<size_t>(i)].data.u64));
        }
      }
      Advance();
    }
  }

 private:
  static constexpr uint64_t kCommands = ~uint64_t{0};

  void Watch(int fd, uint64_t data, uint32_t what, int operation) {
    epoll_event event{};
    event.events = what;
    event.data.u64 = data;
    ::epoll_ctl(epoll_, operation, fd, &event);
  }

  void ReadCommand() {
    std::array<char, 256> text{};
    ssize_t n = ::read(STDIN_FILENO, text.data(), text.size() - 1);
    if (n <= 0) {
      over_ = true;
      return;
    }
    std::istringstream words(std::string(text.data(), static_cast<size_t>(n)));
    std::string word;
    words >> word;
    if (word == "connect") {
      words >> next_ >> end_ >> listed_;
      end_ += next_;
      first_ = next_;
      began_ = Now();
      cpu_ = CpuSeconds();
      busy_ = true;
    } else if (word == "close") {
      size_t number = 0;
      words >> number;
      began_ = Now();
      Close(clients_[number]);
      std::printf("{}\n");
      std::fflush(stdout);
    } else if (word == "await") {
      words >> listed_;
      cpu_ = CpuSeconds();
      awaiting_ = true;
    }
  }

  // Opens connections up to the window, and answers the command when all are done.
  void Advance() {
    if (busy_) {
      while (next_ < end_ && under_way_ < kWindow) Open(next_++);
      if (next_ == end_ && under_way_ == 0) Report(first_, end_, /*since=*/-1, busy_);
    } else if (awaiting_) {
      Report(0, clients_.size(), began_, awaiting_);
    }
  }

  void Report(size_t first, size_t end, double since, bool& waiting) {
    std::vector<double> admitted;
    std::vector<double> listed;
    double last = 0;
    for (size_t i = first; i < end; ++i) {
      const Client& client = clients_[i];
      if (client.state != Client::State::kOpen || client.admitted == 0) continue;
      if (since < 0) {
        admitted.push_back(client.admitted - client.began);
        last = std::max(last, client.admitted);
        if (listed_ == 0) continue;
      } else if (!IsManager(client)) {
        continue;
      }
      double from = since < 0 ? client.began : since;
      if (client.list_size != ListSize(listed_) || client.listed < from) return;
      listed.push_back(client.listed - from);
    }
    waiting = false;
    auto at = [](std::vector<double>& values, double part) {
      if (values.empty()) return 0.0;
      std::sort(values.begin(), values.end());
      return values[std::min(values.size() - 1, static_cast<size_t>(part * static_cast<double>(values.size())))];
    };
    std::printf(R"({"admitted":%zu,"failed":%zu,"milliseconds":%.1f,"admittedP50":%.2f,"admittedP99":%.2f,)"
                R"("listed":%zu,"listedP50":%.2f,"listedP99":%.2f,"listedMax":%.2f,"cpu":%.3f})"
                "\n",
                admitted.size(), failed_, last - began_, at(admitted, 0.5), at(admitted, 0.99), listed.size(),
                at(listed, 0.5), at(listed, 0.99), at(listed, 1), CpuSeconds() - cpu_);
    std::fflush(stdout);
  }

  // A client that has received more than its own entry is a manager.
  static bool IsManager(const Client& client) { return client.list_size > ListSize(1); }

  void Open(size_t number) {
    Client& client = clients_[number];
    client = Client();
    client.fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port_);
    int on = 1;
    ::setsockopt(client.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    client.began = Now();
    client.state = Client::State::kConnecting;
    ++under_way_;
    if (client.fd < 0 ||
        (::connect(client.fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 && errno != EINPROGRESS)) {
      std::perror("connect");
      return Close(client);
    }
    Watch(client.fd, number, EPOLLOUT, EPOLL_CTL_ADD);
  }

  void Close(Client& client) {
    if (client.state == Client::State::kClosed) return;
    if (client.admitted == 0) {
      --under_way_;
      ++failed_;
    }
    client.state = Client::State::kClosed;
    ::close(client.fd);
    client.fd = -1;
  }

  // Sends so little that the socket always accepts it.
  static void Send(Client& client, std::string_view bytes) {
    if (::send(client.fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) std::perror("send");
  }
  // Masked with zeros, which is allowed and leaves the bytes unchanged.
  static void SendText(Client& client, std::string_view text) {
    std::string frame = {static_cast<char>(0x81), static_cast<char>(0x80 | text.size()), 0, 0, 0, 0};
    Send(client, frame.append(text));
  }

  void OnReady(size_t number) {
    Client& client = clients_[number];
    if (client.state == Client::State::kClosed) return;
    if (client.state == Client::State::kConnecting) {
      client.state = Client::State::kUpgrading;
      Watch(client.fd, number, EPOLLIN, EPOLL_CTL_MOD);
      // Roughly what a browser sends.
      return Send(client,
                  "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
                  "Pragma: no-cache\r\nCache-Control: no-cache\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                  "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
                  "Safari/537.36\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: ar,en;q=0.9\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    }
    ssize_t n = ::recv(client.fd, buffer_.data(), buffer_.size(), 0);
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) return Close(client);
    std::string_view bytes(buffer_.data(), static_cast<size_t>(n));
    if (client.state == Client::State::kUpgrading) {
      client.head += bytes;
      size_t end = client.head.find("\r\n\r\n");
      if (end == client.head.npos) return;
      if (!client.head.starts_with("HTTP/1.1 101")) {
        std::fprintf(stderr, "%s\n", client.head.c_str());
        return Close(client);
      }
      bytes.remove_prefix(bytes.size() - (client.head.size() - end - 4));
      std::string().swap(client.head);
      client.state = Client::State::kOpen;
    }
    TakeFrames(client, number, bytes);
  }

  void TakeFrames(Client& client, size_t number, std::string_view bytes) {
    while (client.state == Client::State::kOpen) {
      if (client.frame_left == 0) {
        while (!HeadIsWhole(client)) {
          if (bytes.empty()) return;
          client.frame_head[client.frame_head_size++] = static_cast<unsigned char>(bytes[0]);
          bytes.remove_prefix(1);
        }
        client.frame_size = client.frame_left = SizeOf(client);
      }
      size_t size = std::min(client.frame_left, bytes.size());
      if (client.head.size() < kKept) client.head.append(bytes.substr(0, std::min(size, kKept - client.head.size())));
      bytes.remove_prefix(size);
      client.frame_left -= size;
      if (client.frame_left > 0) return;
      OnFrame(client, number);
      client.frame_head_size = 0;
      std::string().swap(client.head);
    }
  }

  static bool HeadIsWhole(const Client& client) {
    if (client.frame_head_size < 2) return false;
    unsigned size = client.frame_head[1];
    return client.frame_head_size == (size < 126 ? 2U : size == 126 ? 4U : 10U);
  }
  static size_t SizeOf(const Client& client) {
    if (client.frame_head_size == 2) return client.frame_head[1];
    size_t size = 0;
    for (size_t i = 2; i < client.frame_head_size; ++i) size = size << 8 | client.frame_head[i];
    return size;
  }

  void OnFrame(Client& client, size_t number) {
    std::string_view text = client.head;
    if ((client.frame_head[0] & 0x0f) == 8 || text.starts_with("44")) return Close(client);
    if (text.starts_with("0{")) {
      SendText(client, "40{\"token\":\"" + tokens_[number] + "\"}");
    } else if (text.starts_with("40{")) {
      client.admitted = Now();
      --under_way_;
    } else if (text == "2") {
      SendText(client, "3");
    } else if (text.starts_with(kListBegins)) {
      client.listed = Now();
      client.list_size = client.frame_size;
    } else if (text.starts_with(kCountBegins)) {
      client.listed = Now();
      client.list_size = ListSize(std::strtoul(client.head.c_str() + kCountBegins.size(), nullptr, 10));
    }
  }

  const uint16_t port_;
  const std::vector<std::string> tokens_;
  std::vector<Client> clients_;
  const int epoll_;
  std::string buffer_;
  bool over_ = false;

  // The current command.
  bool busy_ = false;
  bool awaiting_ = false;
  size_t first_ = 0;
  size_t next_ = 0;
  size_t end_ = 0;
  size_t listed_ = 0;
  size_t under_way_ = 0;
  size_t failed_ = 0;
  double began_ = 0;
  double cpu_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fputs("usage: live_load PORT TOKENS\n", stderr), 2;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  std::vector<std::string> tokens;
  std::ifstream in(argv[2]);
  for (std::string token; in >> token;) tokens.push_back(token);
  Load(static_cast<uint16_t>(std::atoi(argv[1])), std::move(tokens)).Run();
  return 0;
}
