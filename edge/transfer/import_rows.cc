#include "edge/transfer/import_rows.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "absl/strings/ascii.h"
#include "edge/transfer/csv_writer.h"

namespace academy::edge {
namespace {

constexpr size_t kBatchRows = 500;
// Hashing one takes a good part of a second, more while people are signing in.
constexpr size_t kBatchPasswords = 20;
constexpr int kMaxIssues = 1000;

// The profile's columns, which only one row per learner needs to fill.
constexpr std::array<Column, 4> kProfile = {Column::kFullname, Column::kPhonenumber, Column::kAddress,
                                            Column::kPassword};

std::string_view Trim(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

uint64_t PrintOf(const std::string& value) {
  if (value.empty()) return 0;
  uint64_t print = std::hash<std::string>()(value);
  return print == 0 ? 1 : print;
}

}  // namespace

absl::Status ImportRows::Begin(const CsvRow& names) {
  absl::StatusOr<ColumnPlan> plan = PlanOf(names.cells);
  if (!plan.ok()) return plan.status();
  plan_ = *std::move(plan);
  for (const std::string& name : plan_.read) report_.add_columns(name);
  for (const std::string& name : plan_.ignored) report_.add_ignored_columns(name);
  begun_ = true;
  return absl::OkStatus();
}

bool ImportRows::full() const { return batch_.size() >= kBatchRows || passwords_ >= kBatchPasswords; }

void ImportRows::Take(CsvRow row) {
  last_line_ = row.line;
  Item item{.line = row.line};
  for (size_t i = 0; i < kImportedColumns; ++i) {
    int place = plan_.place[i];
    if (place == ColumnPlan::kAbsent || static_cast<size_t>(place) >= row.cells.size()) continue;
    std::string_view cell = row.cells[static_cast<size_t>(place)];
    bool password = static_cast<Column>(i) == Column::kPassword;
    item.cells[i] = password ? cell : Trim(Unguarded(cell));
  }
  if (row.unreadable) {
    return Refuse(item, "", "encoding", "The row is not in the encoding of the lines before it");
  }
  for (size_t i = plan_.count; i < row.cells.size(); ++i) {
    if (!row.cells[i].empty()) return Refuse(item, "", "too_many_columns", "The row has more columns than the first");
  }
  if (item.cell(Column::kEmail).empty()) {
    return Refuse(item, "email", "required", "The e-mail address is missing");
  }
  bool dates = !item.cell(Column::kStartDate).empty() || !item.cell(Column::kExpiryDate).empty();
  if (dates && item.cell(Column::kCourse).empty()) {
    return Refuse(item, "course", "required", "Dates need a course");
  }
  if (!Remember(item)) return;
  if (!item.cell(Column::kPassword).empty()) ++passwords_;
  batch_.push_back(std::move(item));
}

bool ImportRows::Remember(Item& item) {
  Known& known = known_[absl::AsciiStrToLower(item.cell(Column::kEmail))];
  Prints merged = known.prints;
  for (size_t i = 0; i < kProfile.size(); ++i) {
    uint64_t print = PrintOf(item.cell(kProfile[i]));
    if (print == 0) continue;
    if (merged[i] != 0 && merged[i] != print) {
      Refuse(item, NameOf(kProfile[i]), "repeated",
             "Line " + std::to_string(known.line) + " says something else of the same learner");
      return false;
    }
    merged[i] = print;
  }
  known.prints = merged;
  if (known.line == 0) known.line = item.line;
  item.known = &known;
  return true;
}

std::string ImportRows::CheckKey(const Item& item) {
  // None of the three begins or ends with a line break.
  return item.cell(Column::kCourse) + "\n\n" + item.cell(Column::kStartDate) + "\n\n" + item.cell(Column::kExpiryDate);
}

enrollment::v1::ImportAssignmentsRequest ImportRows::Checks() {
  enrollment::v1::ImportAssignmentsRequest request;
  request.set_dry_run(true);
  request.set_check_only(true);
  checking_.clear();
  for (const Item& item : batch_) {
    if (item.cell(Column::kCourse).empty()) continue;
    std::string key = CheckKey(item);
    // Starts without refusals.
    if (!checked_.try_emplace(key).second) continue;
    checking_.push_back(std::move(key));
    auto& row = *request.add_rows();
    row.set_course(item.cell(Column::kCourse));
    row.set_start_date(item.cell(Column::kStartDate));
    row.set_expiry_date(item.cell(Column::kExpiryDate));
  }
  return request;
}

void ImportRows::Checked(const enrollment::v1::ImportAssignmentsResponse& response) {
  for (int i = 0; i < response.rows_size(); ++i) {
    checked_[checking_[static_cast<size_t>(i)]] = response.rows(i).refusals();
  }
}

auth::v1::ImportLearnersRequest ImportRows::Accounts() {
  auth::v1::ImportLearnersRequest request;
  request.set_dry_run(report_.dry_run());
  asked_.clear();
  for (Item& item : batch_) {
    if (!item.cell(Column::kCourse).empty()) {
      const Refusals& refusals = checked_[CheckKey(item)];
      for (int i = 1; i < refusals.size(); ++i) {
        Tell(item, refusals[i].field(), refusals[i].code(), refusals[i].message());
      }
      if (!refusals.empty()) {
        Refuse(item, refusals[0].field(), refusals[0].code(), refusals[0].message());
        continue;
      }
    }
    asked_.push_back(&item);
    auto& row = *request.add_rows();
    row.set_email(item.cell(Column::kEmail));
    row.set_fullname(item.cell(Column::kFullname));
    row.set_phonenumber(item.cell(Column::kPhonenumber));
    row.set_address(item.cell(Column::kAddress));
    row.set_password(item.cell(Column::kPassword));
    row.set_foreseen(item.known->foreseen);
  }
  return request;
}

void ImportRows::Stored(const auth::v1::ImportLearnersResponse& response) {
  for (int i = 0; i < response.rows_size(); ++i) {
    const auto& row = response.rows(i);
    Item& item = *asked_[static_cast<size_t>(i)];
    if (row.outcome() == "refused") {
      for (int j = 1; j < row.refusals_size(); ++j) {
        Tell(item, row.refusals(j).field(), row.refusals(j).code(), row.refusals(j).message());
      }
      const auto& first = row.refusals(0);
      Refuse(item, first.field(), first.code(), first.message());
      continue;
    }
    item.learner_id = row.learner_id();
    item.fullname = row.fullname();
    CountRow();
    if (row.outcome() == "created") {
      report_.set_created(report_.created() + 1);
      item.known->foreseen = report_.dry_run();
    } else if (row.outcome() == "updated") {
      report_.set_updated(report_.updated() + 1);
    } else {
      report_.set_unchanged(report_.unchanged() + 1);
    }
  }
}

enrollment::v1::ImportAssignmentsRequest ImportRows::Assignments() {
  enrollment::v1::ImportAssignmentsRequest request;
  request.set_dry_run(report_.dry_run());
  asked_.clear();
  for (Item& item : batch_) {
    if (item.refused || item.cell(Column::kCourse).empty()) continue;
    asked_.push_back(&item);
    auto& row = *request.add_rows();
    row.set_learner_id(item.learner_id);
    row.set_fullname(item.fullname);
    row.set_course(item.cell(Column::kCourse));
    row.set_start_date(item.cell(Column::kStartDate));
    row.set_expiry_date(item.cell(Column::kExpiryDate));
  }
  return request;
}

void ImportRows::Assigned(const enrollment::v1::ImportAssignmentsResponse& response) {
  v1::ImportReport::Assignments& counts = *report_.mutable_assignments();
  for (int i = 0; i < response.rows_size(); ++i) {
    const auto& row = response.rows(i);
    counts.set_assigned(counts.assigned() + row.assigned());
    counts.set_dates_changed(counts.dates_changed() + row.dates_changed());
    counts.set_unchanged(counts.unchanged() + row.unchanged());
    counts.set_refused(counts.refused() + row.refusals_size());
    for (const auto& refusal : row.refusals()) {
      Tell(*asked_[static_cast<size_t>(i)], refusal.field(), refusal.code(), refusal.message());
    }
  }
}

void ImportRows::Refuse(Item& item, std::string_view field, std::string_view code, std::string_view message) {
  item.refused = true;
  CountRow();
  report_.set_refused(report_.refused() + 1);
  Tell(item, field, code, message);
}

void ImportRows::Tell(const Item& item, std::string_view field, std::string_view code, std::string_view message) {
  if (report_.issues_size() >= kMaxIssues) return report_.set_more_issues(report_.more_issues() + 1);
  v1::ImportReport::Issue& issue = *report_.add_issues();
  issue.set_line(item.line);
  issue.set_email(item.cell(Column::kEmail));
  issue.set_field(std::string(field));
  issue.set_code(std::string(code));
  issue.set_message(std::string(message));
}

void ImportRows::Sort() {
  auto& issues = *report_.mutable_issues();
  std::stable_sort(issues.begin(), issues.end(), [](const auto& a, const auto& b) { return a.line() < b.line(); });
}

void ImportRows::Break(int64_t line, std::string_view code, std::string_view message) {
  v1::ImportReport::Issue& issue = *report_.add_issues();
  issue.set_line(line);
  issue.set_code(std::string(code));
  issue.set_message(std::string(message));
}

}  // namespace academy::edge
