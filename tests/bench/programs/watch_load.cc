// watch_load: players of a course, from one thread, light enough to share two cores with the academy that it measures.
//
//   watch_load PORT TOKENS COURSE PARTS SECONDS watch WARM SEGMENTS
//     One player for each token of the file TOKENS, one a line. It opens the course, then fetches one of SEGMENTS
//     segments every 6 s, reports what it watched as often as the academy says, and fetches its courses once a minute.
//     Counts what begins after the first WARM seconds.
//   watch_load PORT TOKENS COURSE PARTS SECONDS reports|segments|lists RATE CONNECTIONS [SEGMENTS]
//     Only requests of this kind, of the learners in turn: RATE a second, at random times as those of many players are,
//     whether or not earlier ones are answered, each on the connection that has been idle for longest; with a RATE of
//     0, as many as CONNECTIONS connections can make. Segments are those of the first 20 learners.
// PARTS is a list with commas. Segments are /media/<token>/bench/seg-00000.m4s and so on; their bytes are discarded in
// the kernel. Prints a line of JSON with counts and milliseconds for each kind of request.
#include <arpa/inet.h>
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
#include <deque>
#include <fstream>
#include <queue>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

constexpr double kSegmentSeconds = 6;
constexpr double kListSeconds = 60;
constexpr double kFirstReportSeconds = 5;
constexpr size_t kMaxDiscard = 1 << 20;
// The edge accepts only so many from one address.
constexpr size_t kConnectionsOfAnAddress = 1000;
// In turns: so many learners open the course, and fetch its segments.
constexpr size_t kViewersInTurn = 20;

enum Kind { kOpen, kSegment, kReport, kList, kKinds };
constexpr std::array<const char*, kKinds> kNames = {"opens", "segments", "reports", "lists"};

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * time.tv_usec; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Waiting {
  Kind kind;
  size_t learner;
  // From when its time counts.
  double since;
};

struct Client {
  int fd = -1;
  bool busy = false;
  Waiting now{};
  std::string answer;
  // Bytes of the body still to come; -1 until the head is complete.
  int64_t left = -1;
  // What is due while the connection is busy.
  std::deque<Waiting> due;
};

struct Learner {
  std::string token;
  // Where its media are.
  std::string media;
  int64_t reports = 0;
  int64_t segments = 0;
  double position = 0;
  double interval = kFirstReportSeconds;
};

struct Figures {
  std::vector<double> milliseconds;
  int64_t failed = 0;
  // The status of the first that failed.
  std::string first;
  int64_t bytes = 0;
};

class Load {
 public:
  Load(uint16_t port, const char* tokens, std::string course, const std::string& parts, double seconds)
      : port_(port), course_(std::move(course)), seconds_(seconds), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    std::ifstream in(tokens);
    for (std::string token; in >> token;) learners_.push_back({.token = token, .media = {}});
    std::istringstream list(parts);
    for (std::string part; std::getline(list, part, ',');) parts_.push_back(part);
  }

  void Watch(double warm, size_t segments) {
    segments_ = segments;
    from_ = begun_ + warm;
    clients_.resize(learners_.size());
    for (size_t i = 0; i < clients_.size(); ++i) {
      // They have not all pressed play at once.
      Schedule(begun_ + 0.8 * warm * static_cast<double>(i) / static_cast<double>(clients_.size()), kOpen, i);
    }
    Run();
  }

  void InTurn(Kind kind, double rate, size_t connections, size_t segments) {
    kind_ = kind;
    rate_ = rate;
    segments_ = segments;
    clients_.resize(connections);
    if (kind == kSegment) {
      OpenInTurn();
    } else {
      Begin();
    }
    Run();
  }

  void Print() const {
    std::string text = "{";
    for (size_t kind = 0; kind < kKinds; ++kind) {
      Figures figures = figures_[kind];
      std::vector<double>& times = figures.milliseconds;
      std::sort(times.begin(), times.end());
      auto at = [&](double part) {
        if (times.empty()) return 0.0;
        return times[std::min(times.size() - 1, static_cast<size_t>(part * static_cast<double>(times.size())))];
      };
      std::array<char, 256> line{};
      std::snprintf(line.data(), line.size(),
                    R"("%s":{"count":%zu,"failed":%lld,"first":"%s","bytes":%lld,"p50":%.2f,"p99":%.2f,"max":%.2f},)",
                    kNames[kind], times.size(), static_cast<long long>(figures.failed), figures.first.c_str(),
                    static_cast<long long>(figures.bytes), at(0.5), at(0.99), at(1));
      text += line.data();
    }
    double interval = 0;
    for (const Learner& learner : learners_) interval = std::max(interval, learner.interval);
    std::printf(R"(%s"seconds":%.3f,"interval":%.0f,"cpu":%.3f})"
                "\n",
                text.c_str(), ended_ - from_, interval, CpuSeconds());
  }

 private:
  void Schedule(double at, Kind kind, size_t client) { timers_.emplace(at, kind, client); }

  void Run() {
    std::array<epoll_event, 512> events;
    for (double now = Now(); now < begun_ + seconds_; now = Now()) {
      double next = begun_ + seconds_;
      if (!timers_.empty()) next = std::min(next, std::get<0>(timers_.top()));
      if (begun_turns_ && rate_ > 0) next = std::min(next, arrival_);
      timespec wait{};
      const double seconds = std::max(0.0, next - now);
      wait.tv_sec = static_cast<time_t>(seconds);
      wait.tv_nsec = static_cast<long>((seconds - static_cast<double>(wait.tv_sec)) * 1e9);
      const int count = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &wait, nullptr);
      for (int i = 0; i < count; ++i) OnReadable(static_cast<size_t>(events[static_cast<size_t>(i)].data.u64));
      now = Now();
      while (!timers_.empty() && std::get<0>(timers_.top()) <= now) {
        auto [at, kind, client] = timers_.top();
        timers_.pop();
        OnDue(client, kind, at);
      }
      while (begun_turns_ && rate_ > 0 && arrival_ <= now) {
        Next(arrival_);
        arrival_ += gap_(random_);
      }
    }
    ended_ = Now();
  }

  // A player's timer.
  void OnDue(size_t number, Kind kind, double at) {
    if (kind == kSegment) Schedule(at + kSegmentSeconds, kind, number);
    if (kind == kReport) Schedule(at + learners_[number].interval, kind, number);
    if (kind == kList) Schedule(at + kListSeconds, kind, number);
    Client& client = clients_[number];
    if (client.busy) {
      client.due.push_back({kind, number, at});
    } else {
      Send(number, {kind, number, at});
    }
  }

  // One viewer after another opens the course; then the turns begin.
  void OpenInTurn() {
    learners_.resize(std::min(learners_.size(), kViewersInTurn));
    if (opened_ == learners_.size()) return Begin();
    Send(0, {kOpen, opened_++, Now()});
  }

  void Begin() {
    begun_ = from_ = Now();
    begun_turns_ = true;
    if (rate_ > 0) gap_ = std::exponential_distribution<double>(rate_);
    arrival_ = begun_;
    for (size_t i = 0; i < clients_.size(); ++i) idle_.push_back(i);
    for (size_t i = 0; rate_ == 0 && i < clients_.size(); ++i) Next(begun_);
  }

  // The next of those that come in turn.
  void Next(double since) {
    const Waiting next{kind_, made_++ % learners_.size(), since};
    if (idle_.empty()) return backlog_.push_back(next);
    const size_t number = idle_.front();
    idle_.pop_front();
    Send(number, next);
  }

  std::string RequestOf(const Waiting& what) {
    Learner& learner = learners_[what.learner];
    std::array<char, 512> body{};
    const char* target = "PUT /api/user-course/update-progress";
    switch (what.kind) {
      case kSegment: {
        std::snprintf(body.data(), body.size(), "/bench/seg-%05zu.m4s",
                      (what.learner + learner.segments++) % segments_);
        return "GET " + learner.media + body.data() + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
      }
      case kReport: {
        const std::string& part = parts_[(what.learner + static_cast<size_t>(learner.reports++)) % parts_.size()];
        const double from = learner.position;
        learner.position += learner.interval;
        std::snprintf(body.data(), body.size(),
                      R"({"courseId":"%s","partId":"%s","position":%.2f,"watched":[[%.2f,%.2f]]})", course_.c_str(),
                      part.c_str(), learner.position, from, learner.position);
        break;
      }
      case kOpen:
        target = "POST /api/user-course/fetch-course";
        std::snprintf(body.data(), body.size(), R"({"courseId":"%s"})", course_.c_str());
        break;
      default:
        target = "POST /api/user-course/fetch-courses";
        std::snprintf(body.data(), body.size(), "{}");
    }
    std::string_view text = body.data();
    return std::string(target) + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + learner.token +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" +
           std::string(text);
  }

  void Send(size_t number, const Waiting& what) {
    Client& client = clients_[number];
    if (client.fd < 0) Connect(number);
    client.busy = true;
    client.now = what;
    client.answer.clear();
    client.left = -1;
    const std::string request = RequestOf(what);
    if (::send(client.fd, request.data(), request.size(), MSG_NOSIGNAL) < 0) Lose(number);
  }

  void Connect(size_t number) {
    Client& client = clients_[number];
    client.fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + static_cast<uint32_t>(number / kConnectionsOfAnAddress));
    if (client.fd >= 0) ::bind(client.fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (client.fd < 0 || ::connect(client.fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      std::perror("connect");
      std::exit(1);
    }
    int on = 1;
    ::setsockopt(client.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = number;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, client.fd, &event);
  }

  // The academy hung up.
  void Lose(size_t number) {
    Client& client = clients_[number];
    ::close(client.fd);
    client.fd = -1;
    if (!client.busy) return;
    Fail("no answer", client.now);
    GoOn(number);
  }

  void Fail(const std::string& why, const Waiting& what) {
    Figures& figures = figures_[what.kind];
    if (figures.failed++ == 0) figures.first = why;
    // A player that cannot open the course tries again.
    if (what.kind == kOpen && rate_ < 0) Schedule(Now() + 1, kOpen, what.learner);
  }

  void OnReadable(size_t number) {
    static std::array<char, 65536> buffer;
    Client& client = clients_[number];
    while (client.fd >= 0) {
      const bool discard = client.left > 0 && client.now.kind == kSegment;
      const ssize_t got =
          discard ? ::recv(client.fd, nullptr, std::min<size_t>(kMaxDiscard, client.left), MSG_TRUNC | MSG_DONTWAIT)
                  : ::recv(client.fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0 || !client.busy) return Lose(number);
      if (!discard) client.answer.append(buffer.data(), static_cast<size_t>(got));
      if (client.left >= 0) {
        client.left -= got;
      } else {
        const size_t end = client.answer.find("\r\n\r\n");
        if (end == client.answer.npos) continue;
        client.left = std::atoll(FieldOf(client.answer, "Content-Length: ").c_str()) -
                      static_cast<int64_t>(client.answer.size() - end - 4);
      }
      if (client.now.kind == kSegment && client.now.since >= from_) figures_[kSegment].bytes += got;
      if (client.left == 0) OnAnswer(number);
    }
  }

  static std::string FieldOf(const std::string& answer, std::string_view name) {
    const size_t at = answer.find(name);
    return at == answer.npos ? "" : answer.substr(at + name.size(), 20);
  }

  void OnAnswer(size_t number) {
    Client& client = clients_[number];
    Learner& learner = learners_[client.now.learner];
    Figures& figures = figures_[client.now.kind];
    const double now = Now();
    if (client.answer.compare(0, 12, "HTTP/1.1 200") != 0) {
      Fail(client.answer.substr(9, 3), client.now);
    } else if (client.now.since >= from_) {
      figures.milliseconds.push_back(1000 * (now - client.now.since));
    }
    if (client.now.kind == kReport && rate_ < 0) {
      if (double told = std::atof(FieldOf(client.answer, "Report-Interval: ").c_str()); told > 0)
        learner.interval = told;
    }
    if (client.now.kind == kOpen) Play(client.now.learner, client.answer, now);
    GoOn(number);
  }

  // The course is open.
  void Play(size_t number, const std::string& answer, double now) {
    const size_t at = answer.find("/media/");
    if (at == answer.npos) return;
    learners_[number].media = answer.substr(at, answer.find('/', at + 7) - at);
    if (rate_ >= 0) return;
    const double part = static_cast<double>(number % 997) / 997;
    Schedule(now, kSegment, number);
    Schedule(now + kFirstReportSeconds, kReport, number);
    Schedule(now + kListSeconds * part, kList, number);
  }

  // The connection is free.
  void GoOn(size_t number) {
    Client& client = clients_[number];
    client.busy = false;
    if (rate_ >= 0) {
      if (!begun_turns_) return OpenInTurn();
      idle_.push_back(number);
      if (rate_ == 0) return Next(Now());
      if (backlog_.empty()) return;
      const Waiting next = backlog_.front();
      backlog_.pop_front();
      idle_.pop_back();
      return Send(number, next);
    }
    if (client.due.empty()) return;
    Waiting next = client.due.front();
    client.due.pop_front();
    // A browser has more connections: what the player's own segment took does not count.
    next.since = Now();
    Send(number, next);
  }

  const uint16_t port_;
  const std::string course_;
  const double seconds_;
  const int epoll_;
  std::vector<std::string> parts_;
  std::vector<Learner> learners_;
  std::vector<Client> clients_;
  std::priority_queue<std::tuple<double, Kind, size_t>, std::vector<std::tuple<double, Kind, size_t>>, std::greater<>>
      timers_;
  std::array<Figures, kKinds> figures_;
  double begun_ = Now();
  double from_ = begun_;
  double ended_ = 0;
  size_t segments_ = 1;
  // What comes in turn, and how often; a negative rate stands for players.
  Kind kind_ = kReport;
  double rate_ = -1;
  bool begun_turns_ = false;
  size_t opened_ = 0;
  size_t made_ = 0;
  // When the next one is due. The same times in each run.
  double arrival_ = 0;
  std::mt19937_64 random_{1};
  std::exponential_distribution<double> gap_;
  std::deque<size_t> idle_;
  std::deque<Waiting> backlog_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 6 ? argv[6] : "";
  const auto* name = std::find(kNames.begin(), kNames.end(), what);
  if (argc < 9 || argc > 10 || (what != "watch" && name == kNames.end())) {
    return std::fputs("usage: watch_load PORT TOKENS COURSE PARTS SECONDS watch|reports|segments|lists N N [N]\n",
                      stderr),
           2;
  }
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  Load load(static_cast<uint16_t>(std::atoi(argv[1])), argv[2], argv[3], argv[4], std::atof(argv[5]));
  if (what == "watch") {
    load.Watch(std::atof(argv[7]), static_cast<size_t>(std::atoi(argv[8])));
  } else {
    const auto kind = static_cast<Kind>(name - kNames.begin());
    load.InTurn(kind, std::atof(argv[7]), static_cast<size_t>(std::atoi(argv[8])),
                argc > 9 ? static_cast<size_t>(std::atoi(argv[9])) : 1);
  }
  load.Print();
  return 0;
}
