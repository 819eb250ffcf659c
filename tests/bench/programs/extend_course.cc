// extend_course DATABASE ASSIGNMENTS ROUNDS: measures how long enrollment blocks other writers while it changes all
// assignments of a course in one transaction. DATABASE is the path of a new SQLite file, or the URL of an empty
// PostgreSQL schema. Prints `{"assign", "extend", "forget"}`, each a list of `{"rows", "milliseconds",
// "cpuMilliseconds", "othersMilliseconds"}`: the time of the call, the processor time of its thread, and the slowest
// small write of another thread meanwhile.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "services/enrollment/assignments/assignment_changes.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/assignments/bulk/expiry_changes.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/enrollment/write_deps.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy::enrollment {
namespace {

// The most assignments that one call may make.
constexpr int kAssignedTogether = 1000;
// Other courses that each learner of the course has.
constexpr int kOtherCourses = 3;
constexpr absl::Duration kDay = absl::Hours(24);

UnixMillis After(UnixMillis time, absl::Duration duration) { return time + absl::ToInt64Milliseconds(duration); }

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double CpuOfThread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

struct Figures {
  size_t rows = 0;
  double seconds = 0;
  double cpu = 0;
  double others = 0;
};

// Runs `call` while another thread repeats a small write.
absl::StatusOr<Figures> Measure(Database& database, size_t rows, absl::FunctionRef<absl::Status()> call) {
  std::atomic<bool> done = false;
  std::atomic<int64_t> written = 0;
  double longest = 0;
  std::thread writer([&] {
    while (!done) {
      double begun = Now();
      absl::Status status = database.Write([&](Transaction& tx) -> absl::Status {
        StoreFeedPlace(tx, "bench", AtPosition(++written));
        return absl::OkStatus();
      });
      if (!status.ok()) return;
      longest = std::max(longest, Now() - begun);
    }
  });
  while (written < 3) std::this_thread::yield();
  Figures figures{.rows = rows};
  double begun = Now();
  double cpu = CpuOfThread();
  absl::Status status = call();
  figures.cpu = CpuOfThread() - cpu;
  figures.seconds = Now() - begun;
  done = true;
  writer.join();
  RETURN_IF_ERROR(status);
  figures.others = longest;
  return figures;
}

void Print(const char* name, const std::vector<Figures>& all, const char* end) {
  std::printf("\"%s\":[", name);
  for (size_t i = 0; i < all.size(); ++i) {
    std::printf("%s{\"rows\":%zu,\"milliseconds\":%.3f,\"cpuMilliseconds\":%.3f,\"othersMilliseconds\":%.3f}",
                i == 0 ? "" : ",", all[i].rows, all[i].seconds * 1000, all[i].cpu * 1000, all[i].others * 1000);
  }
  std::printf("]%s", end);
}

absl::Status Run(const std::string& url, int count, int rounds) {
  const Clock& clock = Clock::System();
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = url}, Migrations()));
  ChangeFeed feed(*database, clock);
  AuditOutbox outbox(*database, clock);
  const WriteDeps deps{*database, feed, outbox, clock};

  UnixMillis now = clock.Now();
  AuditContext context{.caller = {.kind = CallerKind::kManager,
                                  .id = NewId(now),
                                  .session_id = NewId(now),
                                  .request_id = NewId(now),
                                  .remote_address = "192.0.2.17",
                                  .device = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}};
  std::vector<std::string> courses;
  for (int i = 0; i <= kOtherCourses; ++i) {
    courses.push_back(NewId(now));
    context.names[courses.back()] = "مقدمة في علوم الحاسب والبرمجة";
  }
  std::vector<std::string> learners;
  for (int i = 0; i < count; ++i) learners.push_back(NewId(now - i * 1000));
  std::vector<Figures> assign;
  std::vector<Figures> extend;
  std::vector<Figures> forget;
  for (const std::string& course : courses) {
    for (int first = 0; first < count; first += kAssignedTogether) {
      std::vector<AssignmentKey> keys;
      for (int i = first; i < std::min(count, first + kAssignedTogether); ++i) {
        keys.push_back({course, learners[static_cast<size_t>(i)]});
        context.names[keys.back().learner_id] = "محمد بن عبدالله القحطاني";
      }
      // The assignments of a few weeks end together.
      Window window{.start = After(now, -kDay), .expiry = After(now, (30 + first / kAssignedTogether / 4) * kDay)};
      auto call = [&] { return Assign(deps, context, SpecsOf(keys, window)).status(); };
      ASSIGN_OR_RETURN(Figures figures, Measure(*database, keys.size(), call));
      if (&course == &courses.back()) assign.push_back(figures);
    }
  }
  // Only the assignments shown in the answer need names.
  context.names.clear();
  for (const std::string& course : courses) context.names[course] = "مقدمة في علوم الحاسب والبرمجة";
  for (int round = 0; round < rounds; ++round) {
    using Records = absl::StatusOr<std::vector<AssignmentRecord>>;
    ASSIGN_OR_RETURN(std::vector<AssignmentRecord> present, database->Read([&](soci::session& sql) -> Records {
      return ListAssignmentsOfCourse(sql, courses.front());
    }));
    std::vector<ExpiryChange> changes;
    for (const AssignmentRecord& each : present) {
      changes.push_back({.id = each.id,
                         .key = {.course_id = each.course_id, .learner_id = each.learner_id},
                         .from = each.window,
                         .expiry = After(each.window.expiry, kDay)});
    }
    std::sort(changes.begin(), changes.end(), [](const ExpiryChange& a, const ExpiryChange& b) {
      return std::pair(a.from.expiry, std::string_view(a.id)) < std::pair(b.from.expiry, std::string_view(b.id));
    });
    auto call = [&] {
      absl::StatusOr<int> moved = ChangeExpiries(deps, context, changes);
      return moved.ok() && *moved != count ? absl::InternalError("not all were moved") : moved.status();
    };
    ASSIGN_OR_RETURN(Figures figures, Measure(*database, changes.size(), call));
    extend.push_back(figures);
    // Drains the outbox, as the audit shipper does.
    ASSIGN_OR_RETURN(std::vector<AuditOutbox::Waiting> waiting, outbox.Read(10 * count));
    RETURN_IF_ERROR(outbox.Taken(waiting));
  }
  auto call = [&] { return RemoveCourse(deps, courses.front(), std::nullopt); };
  ASSIGN_OR_RETURN(Figures figures, Measure(*database, static_cast<size_t>(count), call));
  forget.push_back(figures);
  std::printf("{");
  Print("assign", assign, ",");
  Print("extend", extend, ",");
  Print("forget", forget, "}\n");
  return absl::OkStatus();
}

}  // namespace
}  // namespace academy::enrollment

int main(int argc, char** argv) {
  if (argc != 4) return std::fputs("usage: extend_course DATABASE ASSIGNMENTS ROUNDS\n", stderr), 2;
  absl::Status status = academy::enrollment::Run(argv[1], std::atoi(argv[2]), std::atoi(argv[3]));
  if (!status.ok()) return std::fprintf(stderr, "%s\n", status.ToString().c_str()), 1;
  return 0;
}
