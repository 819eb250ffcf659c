// The columns of files of learners, by their names in English and Arabic.
//
// Pure; may be called from any thread.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace academy::edge {

// First those that are imported.
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

// As a file's first line, and fields of issues, have it.
std::string_view NameOf(Column column);
// In Arabic for `ar`.
std::string_view TitleOf(Column column, std::string_view lang);

// Which cell of a row is which column.
struct ColumnPlan {
  static constexpr int kAbsent = -1;
  // By Column.
  std::array<int, kImportedColumns> place;
  // Cells that a row may have.
  size_t count = 0;
  std::vector<std::string> read;
  std::vector<std::string> ignored;
};

// Reads a file's first row. INVALID_ARGUMENT validation_failed of the field `file`: email_column_missing,
// column_repeated.
absl::StatusOr<ColumnPlan> PlanOf(const std::vector<std::string>& names);

}  // namespace academy::edge
