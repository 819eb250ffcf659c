// The list of online learners of an academy whose auth is several processes, and which report it is of.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string_view>

#include "services/auth/sessions/online/online_learners.h"
#include "services/auth/sessions/online/report_order.h"

namespace academy::auth {

// Statements for a migration.
inline constexpr std::string_view kOnlineSchema =
    "CREATE TABLE online_learners (learner_id TEXT PRIMARY KEY, socket_id TEXT NOT NULL);\n"
    "CREATE TABLE online_report (id INTEGER PRIMARY KEY CHECK (id = 1), process TEXT NOT NULL, number BIGINT NOT NULL,"
    " former TEXT NOT NULL);\n"
    "INSERT INTO online_report (id, process, number, former) VALUES (1, '', 0, '');\n";

ReportOrder LoadReportOrder(soci::session& sql);
void StoreReportOrder(soci::session& sql, const ReportOrder& order);

OnlineLearners::Sockets LoadOnline(soci::session& sql);
// Changes the rows in which `before`, which is what is stored, differs from `now`.
void StoreOnline(soci::session& sql, const OnlineLearners::Sockets& before, const OnlineLearners::Sockets& now);

}  // namespace academy::auth
