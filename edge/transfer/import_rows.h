// The rows of an import: validates a file's rows, groups them into batches, builds the requests of each batch and
// collects the report.
//
// Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "academy/auth/v1/learner_import.pb.h"
#include "academy/edge/v1/transfer.pb.h"
#include "academy/enrollment/v1/transfer.pb.h"
#include "edge/transfer/columns.h"
#include "edge/transfer/csv_reader.h"

namespace academy::edge {

class ImportRows {
 public:
  explicit ImportRows(bool dry_run) { report_.set_dry_run(dry_run); }

  // Takes the first row, which names the columns. Errors as in PlanOf.
  absl::Status Begin(const CsvRow& names);
  bool begun() const { return begun_; }

  // Adds a row to the batch, or refuses it in the report.
  void Take(CsvRow row);
  // Whether the batch is full: it has 500 rows, or 20 rows with passwords.
  bool full() const;
  bool empty() const { return batch_.empty(); }
  // The batch's first line; if it is empty, the last line read.
  int64_t line() const { return batch_.empty() ? last_line_ : batch_.front().line; }

  // The three steps of a batch. A request without rows must not be sent. Checks asks about courses and dates that no
  // earlier batch had.
  enrollment::v1::ImportAssignmentsRequest Checks();
  void Checked(const enrollment::v1::ImportAssignmentsResponse& response);
  // The accounts of all rows whose courses and dates are valid.
  auth::v1::ImportLearnersRequest Accounts();
  void Stored(const auth::v1::ImportLearnersResponse& response);
  // The courses of the rows whose accounts exist.
  enrollment::v1::ImportAssignmentsRequest Assignments();
  void Assigned(const enrollment::v1::ImportAssignmentsResponse& response);
  void EndBatch() {
    batch_.clear();
    passwords_ = 0;
  }

  // Sorts the issues by line.
  void Sort();
  // Reports that the import was broken off, as the last issue.
  void Break(int64_t line, std::string_view code, std::string_view message);

  // The number of rows whose outcome is known.
  int32_t rows() const { return report_.rows(); }
  v1::ImportReport& report() { return report_; }

 private:
  // Fingerprints of a profile's values, 0 for an empty one: enough to compare two rows.
  using Prints = std::array<uint64_t, 4>;

  // What earlier rows contained for one learner.
  struct Known {
    int64_t line = 0;
    Prints prints = {};
    // A dry run would have made the account.
    bool foreseen = false;
  };

  struct Item {
    int64_t line = 0;
    // By Column.
    std::array<std::string, kImportedColumns> cells;
    Known* known = nullptr;
    bool refused = false;
    std::string learner_id;
    std::string fullname;

    const std::string& cell(Column column) const { return cells[static_cast<size_t>(column)]; }
  };

  static std::string CheckKey(const Item& item);
  // False, with an issue reported, if an earlier row contradicts this one about the learner.
  bool Remember(Item& item);
  void Refuse(Item& item, std::string_view field, std::string_view code, std::string_view message);
  // Adds an issue to the report, without counting the row.
  void Tell(const Item& item, std::string_view field, std::string_view code, std::string_view message);
  void CountRow() { report_.set_rows(report_.rows() + 1); }

  v1::ImportReport report_;
  bool begun_ = false;
  ColumnPlan plan_;
  int64_t last_line_ = 1;
  // By e-mail address in lower case.
  std::unordered_map<std::string, Known> known_;
  // The refusals of each course with its dates; empty for a valid one.
  using Refusals = google::protobuf::RepeatedPtrField<enrollment::v1::ImportAssignmentsResponse::Refusal>;
  std::unordered_map<std::string, Refusals> checked_;

  std::vector<Item> batch_;
  size_t passwords_ = 0;
  // What the request in flight asks about.
  std::vector<std::string> checking_;
  std::vector<Item*> asked_;
};

}  // namespace academy::edge
