// The rows of an import on their way: what a file's cells say, which rows go together, and what became of them.
//
// Used by one thread at a time.
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

  // The first row. INVALID_ARGUMENT validation_failed as PlanOf.
  absl::Status Begin(const CsvRow& names);
  bool begun() const { return begun_; }

  // Takes a row into the batch, or refuses it.
  void Take(CsvRow row);
  // No more rows fit into the batch: it has 500, or 20 with passwords.
  bool full() const;
  bool empty() const { return batch_.empty(); }
  // The batch's first line, or the last one that was seen.
  int64_t line() const { return batch_.empty() ? last_line_ : batch_.front().line; }

  // A batch in its three steps. Each request may come without rows, and is not to be sent then.
  // Courses and dates that no batch before had.
  enrollment::v1::ImportAssignmentsRequest Checks();
  void Checked(const enrollment::v1::ImportAssignmentsResponse& response);
  // The accounts of all rows whose courses and dates can be.
  auth::v1::ImportLearnersRequest Accounts();
  void Stored(const auth::v1::ImportLearnersResponse& response);
  // The courses of those whose accounts are there.
  enrollment::v1::ImportAssignmentsRequest Assignments();
  void Assigned(const enrollment::v1::ImportAssignmentsResponse& response);
  void EndBatch() {
    batch_.clear();
    passwords_ = 0;
  }

  // Issues in the order of their lines, whichever step told them.
  void Sort();
  // The import breaks off: told as the last issue.
  void Break(int64_t line, std::string_view code, std::string_view message);

  // Rows of which is known what became of them.
  int32_t rows() const { return report_.rows(); }
  v1::ImportReport& report() { return report_; }

 private:
  // A value's fingerprint, 0 for none: enough to tell whether two rows say the same.
  using Prints = std::array<uint64_t, 4>;

  // What earlier rows said of one learner.
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
  // False, with the reason told, where an earlier row says something else of the learner.
  bool Remember(Item& item);
  void Refuse(Item& item, std::string_view field, std::string_view code, std::string_view message);
  // An issue of a row that is told as something else, too.
  void Tell(const Item& item, std::string_view field, std::string_view code, std::string_view message);
  void CountRow() { report_.set_rows(report_.rows() + 1); }

  v1::ImportReport report_;
  bool begun_ = false;
  ColumnPlan plan_;
  int64_t last_line_ = 1;
  // By address, in small letters.
  std::unordered_map<std::string, Known> known_;
  // Refusals of courses with dates, none where they can be.
  using Refusals = google::protobuf::RepeatedPtrField<enrollment::v1::ImportAssignmentsResponse::Refusal>;
  std::unordered_map<std::string, Refusals> checked_;

  std::vector<Item> batch_;
  size_t passwords_ = 0;
  // What the request on its way is about.
  std::vector<std::string> checking_;
  std::vector<Item*> asked_;
};

}  // namespace academy::edge
