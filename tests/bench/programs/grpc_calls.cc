// grpc_calls DATA SERVICE METHOD CALLER CONCURRENCY SECONDS [TEXT]: calls one method of a running academy's service
// over its socket, with CONCURRENCY calls in flight at any time. It has the edge's credential, so CALLER is somebody
// whom the edge may call for: a person, or `service:edge`. Prints what wrk would: `{"requests", "seconds", "failed",
// "p50", "p99", "cpu"}`, with p50 and p99 in milliseconds and cpu in processor seconds of this client. A call that
// fails ends it with the reason.
#include <grpcpp/client_context.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/enrollment/v1/watching.grpc.pb.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/credential.h"

namespace academy {
namespace {

double CpuSeconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Plan {
  CallIdentity identity;
  int concurrency = 1;
  absl::Duration time;
};

// Keeps `concurrency` calls in flight until the time is over. Thread-safe.
template <typename Request, typename Response>
class Load {
 public:
  using Start = std::function<void(grpc::ClientContext*, const Request*, Response*, std::function<void(grpc::Status)>)>;

  Load(const Plan& plan, Request request, Start start)
      : plan_(plan), request_(std::move(request)), start_(std::move(start)), left_(plan.concurrency) {}

  // Returns the exit code.
  int Run() {
    absl::Time begun = absl::Now();
    end_ = begun + plan_.time;
    double cpu = CpuSeconds();
    for (int i = 0; i < plan_.concurrency; ++i) Next();
    left_.Wait();
    double seconds = absl::ToDoubleSeconds(absl::Now() - begun);
    cpu = CpuSeconds() - cpu;
    absl::MutexLock lock(&mutex_);
    std::sort(times_.begin(), times_.end());
    auto at = [&](size_t percent) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return times_.empty() ? 0 : times_[std::min(times_.size() - 1, times_.size() * percent / 100)];
    };
    std::printf("{\"requests\":%zu,\"seconds\":%.6f,\"failed\":%zu,\"p50\":%.3f,\"p99\":%.3f,\"cpu\":%.3f}\n",
                times_.size(), seconds, failed_, at(50), at(99), cpu);
    if (failed_ == 0) return 0;
    std::fprintf(stderr, "%zu of %zu calls failed, the first one with: %s\n", failed_, times_.size(), reason_.c_str());
    return 1;
  }

 private:
  struct Call {
    grpc::ClientContext context;
    Response response;
    absl::Time begun;
  };

  void Next() {
    auto call = std::make_shared<Call>();
    PrepareContext(call->context, plan_.identity);
    call->begun = absl::Now();
    start_(&call->context, &request_, &call->response, [this, call](const grpc::Status& status) {
      absl::Time now = absl::Now();
      {
        absl::MutexLock lock(&mutex_);
        times_.push_back(absl::ToDoubleMilliseconds(now - call->begun));
        if (!status.ok() && failed_++ == 0) reason_ = status.error_message();
      }
      if (now < end_) return Next();
      left_.DecrementCount();
    });
  }

  const Plan plan_;
  const Request request_;
  const Start start_;
  absl::Time end_;
  absl::BlockingCounter left_;
  absl::Mutex mutex_;
  std::vector<double> times_ ABSL_GUARDED_BY(mutex_);
  size_t failed_ ABSL_GUARDED_BY(mutex_) = 0;
  // Of the first failure.
  std::string reason_ ABSL_GUARDED_BY(mutex_);
};

template <typename Stub, typename Async, typename Request, typename Response>
int Run(const Plan& plan, Stub& stub, const Request& request,
        void (Async::*method)(grpc::ClientContext*, const Request*, Response*, std::function<void(grpc::Status)>)) {
  Async* async = stub.async();
  Load<Request, Response> load(plan, request, [async, method](auto... arguments) { (async->*method)(arguments...); });
  return load.Run();
}

int Main(char** argv) {
  std::string data = argv[1];
  std::string method = argv[3];
  std::string text = argv[7] == nullptr ? "" : argv[7];
  Plan plan{.concurrency = std::atoi(argv[5]), .time = absl::Seconds(std::atof(argv[6]))};
  ParseCaller(argv[4], plan.identity.caller);
  plan.identity.caller.request_id = "bench";
  absl::StatusOr<KeyFolder> keys = KeyFolder::Open(data, KeyFolder::Missing::kRefuse);
  absl::StatusOr<Credential> credential = keys.ok() ? Credential::Open(*keys, "edge", argv[2]) : keys.status();
  if (!credential.ok()) {
    std::fprintf(stderr, "%s\n", std::string(credential.status().message()).c_str());
    return 1;
  }
  std::shared_ptr<grpc::Channel> channel = MakeChannel("unix:" + data + "/run/" + argv[2] + ".sock", *credential);
  if (method == "CheckSession") {
    auth::v1::Sessions::Stub stub(channel);
    auth::v1::CheckSessionRequest request;
    request.set_token(text);
    return Run(plan, stub, request, &auth::v1::Sessions::StubInterface::async_interface::CheckSession);
  }
  if (method == "ListMyCourses") {
    enrollment::v1::Watching::Stub stub(channel);
    return Run(plan, stub, enrollment::v1::ListMyCoursesRequest(),
               &enrollment::v1::Watching::StubInterface::async_interface::ListMyCourses);
  }
  if (method == "ListCourses") {
    catalog::v1::Courses::Stub stub(channel);
    return Run(plan, stub, catalog::v1::ListCoursesRequest(),
               &catalog::v1::Courses::StubInterface::async_interface::ListCourses);
  }
  if (method == "ListLearners") {
    auth::v1::Learners::Stub stub(channel);
    return Run(plan, stub, auth::v1::ListLearnersRequest(),
               &auth::v1::Learners::StubInterface::async_interface::ListLearners);
  }
  std::fprintf(stderr, "no method %s\n", method.c_str());
  return 2;
}

}  // namespace
}  // namespace academy

int main(int argc, char** argv) {
  if (argc < 7) {
    std::fputs("usage: grpc_calls DATA SERVICE METHOD CALLER CONCURRENCY SECONDS [TEXT]\n", stderr);
    return 2;
  }
  return academy::Main(argv);
}
