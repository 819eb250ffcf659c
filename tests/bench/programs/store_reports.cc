// Stores progress reports as enrollment does, without an edge and without gRPC.
//   store_reports DATABASE prepare LEARNERS: makes the database, with learners who have begun to watch a course.
//   store_reports DATABASE run LEARNERS BATCH THREADS SECONDS FIRST STEP: THREADS threads report for SECONDS seconds
//   for
// the learners FIRST, FIRST + STEP and so on, BATCH reports in each transaction, as streams of edges do. Each learner
// reports ten more seconds of video each time. Prints `{"reports", "seconds", "p50", "p99", "max", "cpuSeconds"}`:
// times in milliseconds, of a whole batch; the processor time is this process's. DATABASE is the path of a SQLite file
// or the URL of a PostgreSQL schema.
#include <grpcpp/grpcpp.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "services/contracts/media_token.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/progress/recorded_reports.h"
#include "services/enrollment/schema.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/status.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {
namespace {

constexpr char kCredential[] = "credential of the bench";
constexpr char kCourse[] = "66a0c0ffee0123456789abcd";
constexpr int kParts = 10;
constexpr int kPartSeconds = 3600;
constexpr int kReportSeconds = 10;
constexpr double kWarmSeconds = 1;

std::string PartId(int i) { return absl::StrFormat("66a0c0ffee0123456789%04x", i); }
std::string LearnerId(int i) { return absl::StrFormat("%08x0123456789%06x", 1'700'000'000 + 37 * i, i); }

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double Cpu() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

// The one course.
class Catalog final : public catalog::v1::Courses::Service {
 public:
  grpc::Status BatchGetCourses(grpc::ServerContext* /*context*/, const catalog::v1::BatchGetCoursesRequest* /*request*/,
                               catalog::v1::BatchGetCoursesResponse* response) override {
    catalog::v1::Course& course = *response->add_courses();
    course.set_id(kCourse);
    for (int i = 0; i < kParts; ++i) {
      catalog::v1::Part& part = *course.add_parts();
      part.set_id(PartId(i));
      part.set_duration(kPartSeconds);
      part.mutable_video()->set_status("ready");
    }
    return grpc::Status::OK;
  }
};

// Goes on by ten seconds with each round of reports, so that all of what is watched counts.
class RoundClock final : public Clock {
 public:
  UnixMillis Now() const override { return now_; }
  void AtRound(int64_t round) {
    const UnixMillis now = kBegin + round * kReportSeconds * 1000;
    if (now > now_) now_ = now;
  }

 private:
  static constexpr UnixMillis kBegin = 1'800'000'000'000;
  std::atomic<UnixMillis> now_ = kBegin;
};

// Enrollment, as far as it stores reports.
class Bench {
 public:
  static absl::StatusOr<std::unique_ptr<Bench>> Open(const std::string& url) {
    ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = url}, Migrations()));
    std::unique_ptr<Bench> bench(new Bench(std::move(database)));
    bench->courses_.OnStream(/*live=*/true, /*position=*/0);
    RETURN_IF_ERROR(bench->courses_.Get({}, {kCourse}, 0).status());
    return bench;
  }
  ~Bench() { server_->Shutdown(); }

  absl::Status Prepare(int learners) {
    RETURN_IF_ERROR(database_->Write([&](Transaction& tx) -> absl::Status {
      for (int i = 0; i < learners; ++i) {
        InsertAssignment(tx.sql(), {.id = "a" + LearnerId(i),
                                    .course_id = kCourse,
                                    .learner_id = LearnerId(i),
                                    .window = {.start = 0, .expiry = 2 * clock_.Now()}});
      }
      return absl::OkStatus();
    }));
    for (int first = 0; first < learners; first += 100) {
      v1::ReportRequest batch;
      for (int i = first; i < std::min(first + 100, learners); ++i) Add(i, 0, batch);
      RETURN_IF_ERROR(Send(batch));
    }
    return absl::OkStatus();
  }

  // Reports for the learners `first`, `first + step` and so on until `ends`; returns how long each batch took.
  absl::StatusOr<std::vector<double>> Run(int learners, int size, int first, int step, double begins, double ends) {
    std::vector<double> took;
    int64_t round = 1;
    int next = first;
    for (double begun = Now(); begun < ends;) {
      v1::ReportRequest batch;
      while (batch.reports_size() < size) {
        Add(next, round, batch);
        next += step;
        if (next < learners) continue;
        next = first;
        clock_.AtRound(++round);
      }
      begun = Now();
      RETURN_IF_ERROR(Send(batch));
      const double ended = Now();
      if (begun >= begins) took.push_back(ended - begun);
      begun = ended;
    }
    return took;
  }

 private:
  explicit Bench(std::unique_ptr<Database> database)
      : database_(std::move(database)),
        feed_(*database_, clock_),
        audit_(*database_, clock_),
        server_(Serve(catalog_, address_)),
        channel_(MakeChannel(address_, Credential(kCredential))),
        auth_client_(channel_, /*max_in_flight=*/1),
        zone_(*database_, auth_client_, absl::UTCTimeZone()),
        catalog_client_(channel_, /*max_in_flight=*/1),
        courses_(catalog_client_, ProgressRules()),
        tokens_(KeyRing::Fixed(kCredential)),
        executor_({.threads = 1, .queue = 1}),
        rpc_(executor_, kCredential),
        deps_{{*database_, feed_, audit_, clock_},
              auth_client_,
              catalog_client_,
              courses_,
              tokens_,
              ProgressRules(),
              zone_,
              rpc_} {}

  static std::unique_ptr<grpc::Server> Serve(grpc::Service& service, std::string& address) {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    address = "127.0.0.1:" + std::to_string(port);
    return server;
  }

  // Adds the learner's report of the round: ten seconds, and now and then a jump.
  static void Add(int learner, int64_t round, v1::ReportRequest& batch) {
    const int64_t second = round * kReportSeconds + round / 7 * 20;
    const auto to = static_cast<double>(second % kPartSeconds + kReportSeconds);
    v1::LearnerReport& report = *batch.add_reports();
    report.set_learner_id(LearnerId(learner));
    report.mutable_report()->set_course_id(kCourse);
    report.mutable_report()->set_part_id(PartId(static_cast<int>(second / kPartSeconds) % kParts));
    report.mutable_report()->set_position(to);
    report.mutable_report()->add_watched()->set_from(to - kReportSeconds);
    report.mutable_report()->mutable_watched(0)->set_to(to);
  }

  // A report alone comes by another rpc.
  absl::Status Send(const v1::ReportRequest& batch) {
    if (batch.reports_size() == 1) {
      const v1::LearnerReport& report = batch.reports(0);
      return RecordReport(deps_, {.kind = CallerKind::kLearner, .id = report.learner_id()}, report.report()).status();
    }
    for (const auto& result : RecordReports(deps_, batch.reports())) {
      if (!result.has_value()) return absl::InternalError("the course is not cached");
      RETURN_IF_ERROR(result->status());
    }
    return absl::OkStatus();
  }

  RoundClock clock_;
  Catalog catalog_;
  std::string address_;
  const std::unique_ptr<Database> database_;
  ChangeFeed feed_;
  AuditOutbox audit_;
  const std::unique_ptr<grpc::Server> server_;
  const std::shared_ptr<grpc::Channel> channel_;
  AuthClient auth_client_;
  AcademyZone zone_;
  CatalogClient catalog_client_;
  CourseCache courses_;
  const MediaTokens tokens_;
  Executor executor_;
  RpcHandler rpc_;
  const Deps deps_;
};

absl::Status Run(Bench& bench, const std::vector<int>& of) {
  const int learners = of[0], batch = of[1], threads = of[2], seconds = of[3], first = of[4], step = of[5];
  const double begins = Now() + kWarmSeconds;
  const double ends = begins + seconds;
  std::vector<absl::StatusOr<std::vector<double>>> took(static_cast<size_t>(threads), std::vector<double>());
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      took[static_cast<size_t>(i)] = bench.Run(learners, batch, first + i * step, step * threads, begins, ends);
    });
  }
  absl::SleepFor(absl::Seconds(kWarmSeconds));
  const double cpu = Cpu();
  for (std::thread& thread : running) thread.join();
  const double used = Cpu() - cpu;
  std::vector<double> all;
  for (const auto& each : took) {
    RETURN_IF_ERROR(each.status());
    all.insert(all.end(), each->begin(), each->end());
  }
  if (all.empty()) return absl::InternalError("no batch was stored in the time");
  std::sort(all.begin(), all.end());
  const size_t count = all.size();
  std::printf("{\"reports\":%zu,\"seconds\":%.3f,\"p50\":%.3f,\"p99\":%.3f,\"max\":%.3f,\"cpuSeconds\":%.3f}\n",
              count * static_cast<size_t>(batch), Now() - begins, 1000 * all[count / 2], 1000 * all[count * 99 / 100],
              1000 * all.back(), used);
  return absl::OkStatus();
}

absl::Status Main(const std::string& url, std::string_view what, const std::vector<int>& numbers) {
  ASSIGN_OR_RETURN(std::unique_ptr<Bench> bench, Bench::Open(url));
  return what == "prepare" ? bench->Prepare(numbers.at(0)) : Run(*bench, numbers);
}

}  // namespace
}  // namespace academy::enrollment

int main(int argc, char** argv) {
  const std::string_view what = argc > 2 ? argv[2] : "";
  if (!(what == "prepare" && argc == 4) && !(what == "run" && argc == 9)) {
    return std::fputs("usage: store_reports DATABASE prepare|run NUMBER...\n", stderr), 2;
  }
  std::vector<int> numbers;
  for (int i = 3; i < argc; ++i) numbers.push_back(std::atoi(argv[i]));
  absl::Status status = academy::enrollment::Main(argv[1], what, numbers);
  if (!status.ok()) return std::fprintf(stderr, "%s\n", status.ToString().c_str()), 1;
  if (what == "prepare") std::puts("{}");
  return 0;
}
