// The list of online learners of an academy whose auth is several processes, and who reports it.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string_view>

#include "services/auth/sessions/online/online_learners.h"
#include "services/auth/sessions/online/report_term.h"

namespace academy::auth {

// Statements for a migration.
inline constexpr std::string_view kOnlineSchema =
    "CREATE TABLE online_learners (learner_id TEXT PRIMARY KEY, socket_id TEXT NOT NULL);\n"
    "CREATE TABLE online_report (id INTEGER PRIMARY KEY CHECK (id = 1), process TEXT NOT NULL, number BIGINT NOT NULL,"
    " former TEXT NOT NULL);\n"
    "INSERT INTO online_report (id, process, number, former) VALUES (1, '', 0, '');\n";

// The list with the number of the change that each row is of, so that other processes read only what is new to them.
// Who is gone is a row without a connection for a while. What was stored before is reported again.
inline constexpr std::string_view kOnlineTermsSchema =
    "DROP TABLE online_learners;\n"
    "DROP TABLE online_report;\n"
    "CREATE TABLE online_learners (learner_id TEXT PRIMARY KEY, socket_id TEXT NOT NULL, revision BIGINT NOT NULL);\n"
    "CREATE INDEX online_learners_revision ON online_learners (revision);\n"
    "CREATE TABLE online_report (id INTEGER PRIMARY KEY CHECK (id = 1), process TEXT NOT NULL, term BIGINT NOT NULL,"
    " number BIGINT NOT NULL, whole INTEGER NOT NULL, until_ms BIGINT NOT NULL, revision BIGINT NOT NULL,"
    " base BIGINT NOT NULL, swept BIGINT NOT NULL);\n"
    "INSERT INTO online_report (id, process, term, number, whole, until_ms, revision, base, swept)"
    " VALUES (1, '', 0, 0, 1, 0, 0, 0, 0);\n";

struct StoredReport {
  ReportTerm term;
  // Grows with each change of the list.
  int64_t revision = 0;
  // What it was when the term began.
  int64_t base = 0;
  // Changes after this one are all known, also who has gone.
  int64_t swept = 0;
};

StoredReport LoadReport(soci::session& sql);
void StoreReport(soci::session& sql, const StoredReport& report);

// Everybody who is online.
OnlineLearners::Sockets LoadOnline(soci::session& sql);
// What has changed after a revision.
OnlineLearners::Changes LoadOnlineChanges(soci::session& sql, int64_t after);

// Change the list under `revision`.
void StoreOnlineChanges(soci::session& sql, const OnlineLearners::Changes& changes, int64_t revision);
// Those whose row no change after `base` was of are gone.
void EndOnlineBefore(soci::session& sql, int64_t base, int64_t revision);
// Forgets who has gone up to a revision.
void SweepOnline(soci::session& sql, int64_t upto);

}  // namespace academy::auth
