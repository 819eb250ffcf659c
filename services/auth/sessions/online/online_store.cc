#include "services/auth/sessions/online/online_store.h"

#include <string>
#include <tuple>
#include <vector>

#include "services/platform/db/query.h"
#include "services/platform/db/row_list.h"

namespace academy::auth {
namespace {

struct OrderRow {
  ReportOrder order;

  auto Columns() { return std::tie(order.process, order.number, order.former); }
  ReportOrder ToRecord() const { return order; }
};

struct OnlineRow {
  std::string learner_id;
  std::string socket_id;

  auto Columns() { return std::tie(learner_id, socket_id); }
};

}  // namespace

ReportOrder LoadReportOrder(soci::session& sql) {
  return QueryValue<OrderRow>(sql, "SELECT process, number, former FROM online_report WHERE id = 1");
}

void StoreReportOrder(soci::session& sql, const ReportOrder& order) {
  Execute(sql, "UPDATE online_report SET process = :process, number = :number, former = :former WHERE id = 1",
          order.process, order.number, order.former);
}

OnlineLearners::Sockets LoadOnline(soci::session& sql) {
  OnlineLearners::Sockets online;
  for (OnlineRow& row : Query<OnlineRow>(sql, "SELECT learner_id, socket_id FROM online_learners")) {
    online.emplace(std::move(row.learner_id), std::move(row.socket_id));
  }
  return online;
}

void StoreOnline(soci::session& sql, const OnlineLearners::Sockets& before, const OnlineLearners::Sockets& now) {
  std::vector<std::tuple<std::string, std::string>> stored;
  for (const auto& [learner, socket] : now) {
    auto known = before.find(learner);
    if (known == before.end() || known->second != socket) stored.emplace_back(learner, socket);
  }
  std::vector<std::tuple<std::string>> gone;
  for (const auto& [learner, socket] : before) {
    if (!now.contains(learner)) gone.emplace_back(learner);
  }
  if (!gone.empty()) ExecuteRows(sql, "DELETE FROM online_learners WHERE learner_id IN ({rows})", gone);
  if (stored.empty()) return;
  ExecuteRows(sql,
              "INSERT INTO online_learners (learner_id, socket_id) {rows}"
              " ON CONFLICT (learner_id) DO UPDATE SET socket_id = excluded.socket_id",
              stored);
}

}  // namespace academy::auth
