#include "services/auth/sessions/online/online_store.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"

namespace academy::auth {
namespace {

struct ReportRow {
  StoredReport report;
  int whole = 0;

  auto Columns() {
    ReportTerm& term = report.term;
    return std::tie(term.process, term.term, term.number, whole, term.until, report.revision, report.base,
                    report.swept);
  }
  StoredReport ToRecord() const {
    StoredReport stored = report;
    stored.term.whole = whole != 0;
    return stored;
  }
};

struct OnlineRow {
  OnlineLearners::Change change;

  auto Columns() { return std::tie(change.learner_id, change.socket_id); }
  OnlineLearners::Change ToRecord() const { return change; }
};

}  // namespace

StoredReport LoadReport(soci::session& sql) {
  return QueryValue<ReportRow>(sql,
                               "SELECT process, term, number, whole, until_ms, revision, base, swept"
                               " FROM online_report WHERE id = 1");
}

void StoreReport(soci::session& sql, const StoredReport& report) {
  const ReportTerm& term = report.term;
  Execute(sql,
          "UPDATE online_report SET process = :process, term = :term, number = :number, whole = :whole,"
          " until_ms = :until, revision = :revision, base = :base, swept = :swept WHERE id = 1",
          term.process, term.term, term.number, term.whole, term.until, report.revision, report.base, report.swept);
}

OnlineLearners::Sockets LoadOnline(soci::session& sql) {
  OnlineLearners::Sockets online;
  for (OnlineLearners::Change& row :
       Query<OnlineRow>(sql, "SELECT learner_id, socket_id FROM online_learners WHERE socket_id <> ''")) {
    online.emplace(std::move(row.learner_id), std::move(row.socket_id));
  }
  return online;
}

OnlineLearners::Changes LoadOnlineChanges(soci::session& sql, int64_t after) {
  return Query<OnlineRow>(sql, "SELECT learner_id, socket_id FROM online_learners WHERE revision > :after", after);
}

void StoreOnlineChanges(soci::session& sql, const OnlineLearners::Changes& changes, int64_t revision) {
  std::vector<std::tuple<std::string, std::string, int64_t>> rows;
  rows.reserve(changes.size());
  for (const OnlineLearners::Change& change : changes) rows.emplace_back(change.learner_id, change.socket_id, revision);
  if (rows.empty()) return;
  ExecuteRows(sql,
              "INSERT INTO online_learners (learner_id, socket_id, revision) {rows}"
              " ON CONFLICT (learner_id) DO UPDATE SET socket_id = excluded.socket_id, revision = excluded.revision",
              rows);
}

void EndOnlineBefore(soci::session& sql, int64_t base, int64_t revision) {
  Execute(sql,
          "UPDATE online_learners SET socket_id = '', revision = :revision WHERE revision <= :base AND socket_id <> ''",
          revision, base);
}

void SweepOnline(soci::session& sql, int64_t upto) {
  Execute(sql, "DELETE FROM online_learners WHERE revision <= :upto AND socket_id = ''", upto);
}

}  // namespace academy::auth
