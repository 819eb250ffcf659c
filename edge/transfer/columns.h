// The columns of CSV files of learners, with their names in English and Arabic.
//
// Pure; may be called from any thread.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::edge {

// The columns that can be imported come first.
enum class Column {
  kEmail,
  kFullname,
  kPhonenumber,
  kAddress,
  kPassword,
  kCourse,
  kStartDate,
  kExpiryDate,
  kActive,
  kActivated,
  kLastLogin,
  kCreatedAt,
  kState,
  kProgress,
};
inline constexpr size_t kImportedColumns = 8;

// The column's name in a file's first line and in the `field` of an issue.
std::string_view NameOf(Column column);
// The column's title for people: in Arabic if `lang` is `ar`, else in English.
std::string_view TitleOf(Column column, std::string_view lang);

// Which cell of a row belongs to which column.
struct ColumnPlan {
  static constexpr int kAbsent = -1;
  // The cell's index, by Column; kAbsent for a column that the file does not have.
  std::array<int, kImportedColumns> place;
  // The most cells that a row may have.
  size_t count = 0;
  std::vector<std::string> read;
  std::vector<std::string> ignored;
};

// Reads a file's first row. INVALID_ARGUMENT validation_failed for the field `file`: email_column_missing,
// column_repeated.
absl::StatusOr<ColumnPlan> PlanOf(const std::vector<std::string>& names);

}  // namespace academy::edge
