#include "edge/live/gateway.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "edge/live/academy_application.h"
#include "edge/live/socketio/live_server.h"
#include "edge/live/socketio/socket_io.h"

namespace academy::live {
namespace {

constexpr char kPath[] = "/socket.io/";
constexpr std::chrono::milliseconds kTick(10);
constexpr size_t kChecksOfACore = 8;

size_t Cores() { return std::max(1U, std::thread::hardware_concurrency()); }

// The origin of a URL: scheme, host and port.
std::string OriginOf(const std::string& url) {
  size_t scheme = url.find("://");
  if (scheme == url.npos) return "";
  return url.substr(0, url.find('/', scheme + 3));
}

LiveServerOptions ServerOptions(const GatewayOptions& options) {
  return {.engine = {.ping_interval = std::chrono::milliseconds(options.ping_interval_ms),
                     .ping_timeout = std::chrono::milliseconds(options.ping_timeout_ms),
                     .max_payload = options.max_payload,
                     .max_backlog = options.max_backlog},
          .max_per_address = options.max_per_address,
          .max_sessions = options.max_sessions,
          .max_pending_per_address = options.max_pending_per_address,
          .max_pending = options.max_pending,
          .allowed_origin = OriginOf(options.public_url),
          .proxies = options.proxies,
          .served = options.served};
}

// Posts work to the gateway's thread from other threads; safe to use after that thread has ended.
class Loop {
 public:
  explicit Loop(boost::asio::io_context& io) : io_(&io) {}

  // False after Close; `work` is then dropped.
  bool Post(std::function<void()> work) {
    absl::MutexLock lock(&mutex_);
    if (io_ == nullptr) return false;
    boost::asio::post(*io_, std::move(work));
    return true;
  }
  void Close() {
    absl::MutexLock lock(&mutex_);
    io_ = nullptr;
  }

 private:
  absl::Mutex mutex_;
  boost::asio::io_context* io_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

class Gateway::Impl {
 public:
  Impl(GatewayOptions options, SessionChecker& checker, PresenceListener& presence)
      : recheck_interval_(std::chrono::microseconds(std::chrono::milliseconds(options.recheck_interval_ms)) /
                          AcademyApplication::kRecheckParts),
        guard_(boost::asio::make_work_guard(io_)),
        recheck_(io_),
        loop_(std::make_shared<Loop>(io_)),
        checker_(checker),
        tick_(io_),
        application_(
            checker, presence,
            {.at_once = options.checks_at_once,
             .a_tick = options.checks_a_tick > 0 ? options.checks_a_tick : kChecksOfACore * Cores()},
            [this] { ArmTick(); }, [loop = loop_](std::function<void()> work) { loop->Post(std::move(work)); }),
        server_(io_, ServerOptions(options)) {
    std::chrono::milliseconds connect_timeout(options.connect_timeout_ms);
    std::chrono::milliseconds accept_timeout(options.accept_timeout_ms);
    server_.Mount(kPath, [this, connect_timeout, accept_timeout](EngineSession& session) {
      return std::make_unique<SocketIoSession>(io_, session, application_, connect_timeout, accept_timeout);
    });
  }

  void Start() {
    server_.Start();
    ArmRecheck();
    thread_ = std::thread([this] { io_.run(); });
  }

  void Drain(std::chrono::milliseconds at_most) {
    if (!thread_.joinable()) return;
    auto done = std::make_shared<std::promise<void>>();
    std::future<void> drained = done->get_future();
    if (loop_->Post([this, done] { server_.Drain([done] { done->set_value(); }); })) drained.wait_for(at_most);
  }

  void Stop() {
    loop_->Close();
    if (!thread_.joinable()) return;
    boost::asio::post(io_, [this] {
      recheck_.cancel();
      tick_.cancel();
      server_.Clear();
      // Posted, so that the handlers that Clear cancelled still run.
      boost::asio::post(io_, [this] { io_.stop(); });
    });
    thread_.join();
  }

  void PushAndClose(const LivePush& push) {
    checker_.WhenReached(push.feed_position,
                         [this, push, loop = loop_] { loop->Post([this, push] { application_.PushAndClose(push); }); });
  }

  Loop& loop() { return *loop_; }
  LiveServer& server() { return server_; }
  AcademyApplication& application() { return application_; }

 private:
  void ArmRecheck() {
    recheck_.expires_after(recheck_interval_);
    recheck_.async_wait([this](boost::system::error_code error) {
      if (error) return;
      application_.CheckNextPart();
      ArmRecheck();
    });
  }

  void ArmTick() {
    tick_.expires_after(kTick);
    tick_.async_wait([this](boost::system::error_code error) {
      if (!error) application_.Tick();
    });
  }

  const std::chrono::microseconds recheck_interval_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard_;
  boost::asio::steady_timer recheck_;
  const std::shared_ptr<Loop> loop_;
  SessionChecker& checker_;
  boost::asio::steady_timer tick_;
  AcademyApplication application_;
  LiveServer server_;
  std::thread thread_;
};

Gateway::Gateway(GatewayOptions options, SessionChecker& checker, PresenceListener& presence)
    : impl_(std::make_unique<Impl>(std::move(options), checker, presence)) {}

Gateway::~Gateway() { Stop(); }

bool Gateway::Owns(std::string_view target) { return target.starts_with(kPath); }

void Gateway::SetHandBack(HandBack hand_back) { impl_->server().SetHandBack(std::move(hand_back)); }

void Gateway::Start() { impl_->Start(); }

void Gateway::Adopt(http::Handover incoming) {
  int fd = incoming.fd;
  // std::function must be copyable, and a Handover is not.
  auto held = std::make_shared<http::Handover>(std::move(incoming));
  if (!impl_->loop().Post([this, held] { impl_->server().Adopt(std::move(*held)); })) ::close(fd);
}

void Gateway::Drain(std::chrono::milliseconds at_most) { impl_->Drain(at_most); }

void Gateway::Stop() { impl_->Stop(); }

GatewayStats Gateway::Stats() const {
  const EngineCounters& counters = impl_->server().counters();
  return {.http_connections = impl_->server().http_connections(),
          .polling_sessions = counters.polling.load(),
          .websocket_sessions = counters.websocket.load(),
          .connections = impl_->application().connections()};
}

void Gateway::SetOnlineLearners(OnlineLearners online) {
  impl_->loop().Post([this, online = std::move(online)] { impl_->application().SetOnlineLearners(online); });
}

void Gateway::PushAndClose(const LivePush& push) { impl_->PushAndClose(push); }

}  // namespace academy::live
