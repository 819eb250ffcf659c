#include "services/enrollment/progress/progress_store.h"

#include <algorithm>
#include <utility>

#include "services/enrollment/errors.h"
#include "services/platform/base/log.h"

namespace academy::enrollment {
namespace {

#define ACADEMY_PROGRESS_COLUMNS "course_id, part_id, position_ms, watched, completed, updated_at"

// One row, and where SOCI puts it.
struct Row {
  std::string course_id;
  std::string part_id;
  long long position = 0;
  std::string watched;
  int completed = 0;
  long long updated_at = 0;

  ProgressRecord ToRecord() const {
    ProgressRecord record{.course_id = course_id, .part_id = part_id, .state = {}};
    record.state.position = position;
    // Only this program writes the column; what it cannot read is treated as not watched rather than refused for ever.
    if (!record.state.watched.Parse(watched)) LogError("progress unreadable", {{"part", part_id}});
    record.state.completed = completed != 0;
    record.state.updated_at = updated_at;
    return record;
  }
};

// The statements of a report and of lists, each prepared once on a connection (see Kept).
struct ProgressOfCourse {
  explicit ProgressOfCourse(soci::session& sql)
      : statement((sql.prepare << "SELECT " ACADEMY_PROGRESS_COLUMNS
                                  " FROM part_progress WHERE learner_id = :learner AND course_id = :course"
                                  " ORDER BY part_id",
                   soci::use(key.learner_id), soci::use(key.course_id), soci::into(row.course_id),
                   soci::into(row.part_id), soci::into(row.position), soci::into(row.watched),
                   soci::into(row.completed), soci::into(row.updated_at))) {}

  AssignmentKey key;
  Row row;
  soci::statement statement;
};

struct ProgressOfLearner {
  explicit ProgressOfLearner(soci::session& sql)
      : statement((sql.prepare << "SELECT " ACADEMY_PROGRESS_COLUMNS
                                  " FROM part_progress WHERE learner_id = :learner ORDER BY course_id, part_id",
                   soci::use(learner_id), soci::into(row.course_id), soci::into(row.part_id), soci::into(row.position),
                   soci::into(row.watched), soci::into(row.completed), soci::into(row.updated_at))) {}

  std::string learner_id;
  Row row;
  soci::statement statement;
};

struct IsAssignedQuery {
  explicit IsAssignedQuery(soci::session& sql)
      : statement((sql.prepare << "SELECT COUNT(*) FROM assignments WHERE course_id = :course AND"
                                  " learner_id = :learner",
                   soci::use(key.course_id), soci::use(key.learner_id), soci::into(count))) {}

  AssignmentKey key;
  int count = 0;
  soci::statement statement;
};

struct AccountQuery {
  explicit AccountQuery(soci::session& sql)
      : statement((sql.prepare << "SELECT credit_ms, updated_at, last_day FROM watchers WHERE learner_id = :learner",
                   soci::use(learner_id), soci::into(credit), soci::into(updated_at), soci::into(last_day))) {}

  std::string learner_id;
  long long credit = 0;
  long long updated_at = 0;
  int last_day = 0;
  soci::statement statement;
};

struct AddPart {
  explicit AddPart(soci::session& sql)
      : statement((sql.prepare << "INSERT INTO part_progress (learner_id, course_id, part_id, position_ms, watched,"
                                  " completed, updated_at, stopped_in, stretches) VALUES (:learner, :course, :part,"
                                  " :position, :watched, :completed, :updated, :stopped, :buckets)",
                   soci::use(row.key.learner_id), soci::use(row.key.course_id), soci::use(row.part_id),
                   soci::use(row.position), soci::use(row.watched), soci::use(row.completed), soci::use(row.updated_at),
                   soci::use(row.stopped_in), soci::use(row.buckets))) {}

  struct {
    AssignmentKey key;
    std::string part_id;
    long long position = 0;
    std::string watched;
    int completed = 0;
    long long updated_at = 0;
    int stopped_in = 0;
    long long buckets = 0;
  } row;
  soci::statement statement;
};

struct ChangePart {
  explicit ChangePart(soci::session& sql)
      : statement((sql.prepare << "UPDATE part_progress SET position_ms = :position, watched = :watched,"
                                  " completed = :completed, updated_at = :updated WHERE learner_id = :learner AND"
                                  " course_id = :course AND part_id = :part",
                   soci::use(position), soci::use(watched), soci::use(completed), soci::use(updated_at),
                   soci::use(key.learner_id), soci::use(key.course_id), soci::use(part_id))) {}

  AssignmentKey key;
  std::string part_id;
  long long position = 0;
  std::string watched;
  int completed = 0;
  long long updated_at = 0;
  soci::statement statement;
};

// What is indexed changes once in many reports: a page that is not touched need not be written.
struct ChangeBuckets {
  explicit ChangeBuckets(soci::session& sql)
      : statement((sql.prepare << "UPDATE part_progress SET stopped_in = :stopped, stretches = :buckets"
                                  " WHERE learner_id = :learner AND course_id = :course AND part_id = :part"
                                  " AND (stopped_in <> :stopped_now OR stretches <> :buckets_now)",
                   soci::use(stopped_in), soci::use(buckets), soci::use(key.learner_id), soci::use(key.course_id),
                   soci::use(part_id), soci::use(stopped_in), soci::use(buckets))) {}

  AssignmentKey key;
  std::string part_id;
  int stopped_in = 0;
  long long buckets = 0;
  soci::statement statement;
};

struct SaveAccount {
  explicit SaveAccount(soci::session& sql)
      : statement((sql.prepare << "INSERT INTO watchers (learner_id, credit_ms, updated_at, last_day)"
                                  " VALUES (:learner, :credit, :updated, :day)"
                                  " ON CONFLICT (learner_id) DO UPDATE SET credit_ms = excluded.credit_ms,"
                                  " updated_at = excluded.updated_at, last_day = excluded.last_day",
                   soci::use(learner_id), soci::use(credit), soci::use(updated_at), soci::use(day))) {}

  std::string learner_id;
  long long credit = 0;
  long long updated_at = 0;
  int day = 0;
  soci::statement statement;
};

// Another report of a day that is counted already: `last_day`, which is indexed, stays as it is.
struct ChangeAccount {
  explicit ChangeAccount(soci::session& sql)
      : statement((sql.prepare << "UPDATE watchers SET credit_ms = :credit, updated_at = :updated"
                                  " WHERE learner_id = :learner",
                   soci::use(credit), soci::use(updated_at), soci::use(learner_id))) {}

  std::string learner_id;
  long long credit = 0;
  long long updated_at = 0;
  soci::statement statement;
};

struct CountDay {
  explicit CountDay(soci::session& sql)
      : statement((sql.prepare << "INSERT INTO watched_days (day, watched_ms, learners)"
                                  " VALUES (:day, :watched, :learners)"
                                  " ON CONFLICT (day) DO UPDATE SET"
                                  " watched_ms = watched_days.watched_ms + excluded.watched_ms,"
                                  " learners = watched_days.learners + excluded.learners",
                   soci::use(day), soci::use(watched), soci::use(learners))) {}

  int day = 0;
  long long watched = 0;
  int learners = 0;
  soci::statement statement;
};

template <typename Query>
std::vector<ProgressRecord> Fetch(Query& query) {
  std::vector<ProgressRecord> records;
  query.statement.execute();
  while (query.statement.fetch()) records.push_back(query.row.ToRecord());
  return records;
}

std::vector<ProgressRecord> SelectCourse(soci::session& sql, const AssignmentKey& key) {
  ProgressOfCourse& query = Cached<ProgressOfCourse>(sql);
  query.key = key;
  return Fetch(query);
}

bool IsAssigned(soci::session& sql, const AssignmentKey& key) {
  IsAssignedQuery& query = Cached<IsAssignedQuery>(sql);
  query.key = key;
  query.statement.execute();
  bool assigned = false;
  while (query.statement.fetch()) assigned = query.count > 0;
  return assigned;
}

// Of the report of a learner's first watching, `last_day` is one that never was.
struct Account {
  std::optional<WatchAccount> account;
  int last_day = -1;
};

Account SelectAccount(soci::session& sql, const std::string& learner_id) {
  AccountQuery& query = Cached<AccountQuery>(sql);
  query.learner_id = learner_id;
  query.statement.execute();
  Account found;
  while (query.statement.fetch()) {
    found.account = WatchAccount{.credit = query.credit, .updated_at = query.updated_at};
    found.last_day = query.last_day;
  }
  return found;
}

void AddTo(soci::session& sql, const AssignmentKey& key, const std::string& part_id, const ProgressUpdate& update) {
  AddPart& add = Cached<AddPart>(sql);
  add.row = {.key = key,
             .part_id = part_id,
             .position = update.part.position,
             .watched = update.part.watched.ToText(),
             .completed = update.part.completed ? 1 : 0,
             .updated_at = update.part.updated_at,
             .stopped_in = update.stopped_in,
             .buckets = update.buckets};
  add.statement.execute(/*withDataExchange=*/true);
}

void ChangeIn(soci::session& sql, const AssignmentKey& key, const std::string& part_id, const ProgressUpdate& update) {
  ChangePart& change = Cached<ChangePart>(sql);
  change.key = key;
  change.part_id = part_id;
  change.position = update.part.position;
  change.watched = update.part.watched.ToText();
  change.completed = update.part.completed ? 1 : 0;
  change.updated_at = update.part.updated_at;
  change.statement.execute(/*withDataExchange=*/true);
  ChangeBuckets& buckets = Cached<ChangeBuckets>(sql);
  buckets.key = key;
  buckets.part_id = part_id;
  buckets.stopped_in = update.stopped_in;
  buckets.buckets = update.buckets;
  buckets.statement.execute(/*withDataExchange=*/true);
}

void SaveAccountOf(soci::session& sql, const std::string& learner_id, const WatchAccount& account, bool counted,
                   int day) {
  if (counted) {
    ChangeAccount& change = Cached<ChangeAccount>(sql);
    change.learner_id = learner_id;
    change.credit = account.credit;
    change.updated_at = account.updated_at;
    change.statement.execute(/*withDataExchange=*/true);
    return;
  }
  SaveAccount& save = Cached<SaveAccount>(sql);
  save.learner_id = learner_id;
  save.credit = account.credit;
  save.updated_at = account.updated_at;
  save.day = day;
  save.statement.execute(/*withDataExchange=*/true);
}

void CountIn(soci::session& sql, int day, int64_t added, bool counted) {
  if (added == 0 && counted) return;
  CountDay& count = Cached<CountDay>(sql);
  count.day = day;
  count.watched = added;
  count.learners = counted ? 0 : 1;
  count.statement.execute(/*withDataExchange=*/true);
}

// The time of the first completion stays, whatever is added to the course later.
void SaveCourse(soci::session& sql, const AssignmentKey& key, UnixMillis now, bool completed) {
  long long started_at = now;
  long long completed_at = completed ? now : 0;
  sql << "INSERT INTO course_progress (course_id, learner_id, started_at, completed_at)"
         " VALUES (:course, :learner, :started, :completed)"
         " ON CONFLICT (course_id, learner_id) DO UPDATE SET completed_at = excluded.completed_at"
         " WHERE course_progress.completed_at = 0",
      soci::use(key.course_id), soci::use(key.learner_id), soci::use(started_at), soci::use(completed_at);
}

}  // namespace

std::vector<ProgressRecord> SelectProgressOfLearner(soci::session& sql, const std::string& learner_id) {
  ProgressOfLearner& query = Cached<ProgressOfLearner>(sql);
  query.learner_id = learner_id;
  return Fetch(query);
}

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::OfLearner(const std::string& learner_id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<ProgressRecord>> {
    return SelectProgressOfLearner(sql, learner_id);
  });
}

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::OfCourse(const AssignmentKey& key) {
  return database_.Read(
      [&](soci::session& sql) -> absl::StatusOr<std::vector<ProgressRecord>> { return SelectCourse(sql, key); });
}

absl::StatusOr<std::vector<ProgressRecord>> ProgressStore::Update(const AssignmentKey& key, const std::string& part_id,
                                                                  int day, const Change& change) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::vector<ProgressRecord>> {
    soci::session& sql = tx.sql();
    if (!IsAssigned(sql, key)) return error::AssignmentNotFound();
    std::vector<ProgressRecord> records = SelectCourse(sql, key);
    Account account = SelectAccount(sql, key.learner_id);
    ProgressUpdate update = change(records, account.account);
    auto record = std::find_if(records.begin(), records.end(),
                               [&](const ProgressRecord& each) { return each.part_id == part_id; });
    if (record == records.end()) {
      AddTo(sql, key, part_id, update);
    } else {
      ChangeIn(sql, key, part_id, update);
    }
    bool counted = day == account.last_day;
    SaveAccountOf(sql, key.learner_id, update.account, counted, day);
    CountIn(sql, day, update.added, counted);
    if (records.empty() || update.course_completed) {
      SaveCourse(sql, key, update.part.updated_at, update.course_completed);
    }
    if (record == records.end()) {
      record = records.insert(record, {.course_id = key.course_id, .part_id = part_id, .state = {}});
    }
    record->state = std::move(update.part);
    return records;
  });
}

}  // namespace academy::enrollment
