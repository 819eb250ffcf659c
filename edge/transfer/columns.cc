#include "edge/transfer/columns.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

// The most unknown columns that the report lists.
constexpr size_t kMaxIgnored = 100;

struct Names {
  std::string_view name;
  std::string_view arabic;
  // In lower case, without spaces.
  std::array<std::string_view, 5> others;
};

// By Column.
constexpr std::array<Names, 14> kNames = {{
    {"email", "البريد الإلكتروني", {"e-mail", "emailaddress", "البريدالالكتروني", "البريد", "الإيميل"}},
    {"fullname", "الاسم الكامل", {"name", "الاسم", "اسمالمتدرب", "", ""}},
    {"phonenumber", "رقم الهاتف", {"phone", "mobile", "الهاتف", "رقمالجوال", "الجوال"}},
    {"address", "العنوان", {"", "", "", "", ""}},
    {"password", "كلمة المرور", {"كلمةالسر", "", "", "", ""}},
    {"course", "الدورة", {"courses", "الدورات", "", "", ""}},
    {"startDate", "تاريخ البدء", {"start", "تاريخالبداية", "", "", ""}},
    {"expiryDate", "تاريخ الانتهاء", {"expiry", "enddate", "تاريخالنهاية", "", ""}},
    {"active", "مفعّل", {"", "", "", "", ""}},
    {"activated", "البريد مؤكّد", {"", "", "", "", ""}},
    {"lastLogin", "آخر تسجيل دخول", {"", "", "", "", ""}},
    {"createdAt", "تاريخ الإنشاء", {"", "", "", "", ""}},
    {"state", "الحالة", {"", "", "", "", ""}},
    {"progress", "التقدّم", {"", "", "", "", ""}},
}};

// The name in lower case, without spaces and underscores.
std::string Simple(std::string_view name) {
  std::string simple;
  for (char c : name) {
    if (c != ' ' && c != '_' && c != '\t') simple += absl::ascii_tolower(static_cast<unsigned char>(c));
  }
  return simple;
}

std::optional<size_t> Find(std::string_view name) {
  std::string simple = Simple(name);
  if (simple.empty()) return std::nullopt;
  for (size_t i = 0; i < kImportedColumns; ++i) {
    const Names& names = kNames[i];
    if (simple == Simple(names.name) || simple == Simple(names.arabic)) return i;
    if (std::find(names.others.begin(), names.others.end(), simple) != names.others.end()) return i;
  }
  return std::nullopt;
}

absl::Status Refused(std::string code, std::string message) {
  return ValidationError({{"file", std::move(code), std::move(message)}});
}

}  // namespace

std::string_view NameOf(Column column) { return kNames[static_cast<size_t>(column)].name; }

std::string_view TitleOf(Column column, std::string_view lang) {
  const Names& names = kNames[static_cast<size_t>(column)];
  return lang == "ar" ? names.arabic : names.name;
}

absl::StatusOr<ColumnPlan> PlanOf(const std::vector<std::string>& names) {
  ColumnPlan plan;
  plan.place.fill(ColumnPlan::kAbsent);
  plan.count = names.size();
  for (size_t i = 0; i < names.size(); ++i) {
    std::optional<size_t> column = Find(names[i]);
    if (!column.has_value()) {
      if (!Simple(names[i]).empty() && plan.ignored.size() < kMaxIgnored) plan.ignored.push_back(names[i]);
      continue;
    }
    if (plan.place[*column] != ColumnPlan::kAbsent) {
      return Refused("column_repeated", "A column stands in the file twice: " + std::string(kNames[*column].name));
    }
    plan.place[*column] = static_cast<int>(i);
    plan.read.emplace_back(kNames[*column].name);
  }
  if (plan.place[static_cast<size_t>(Column::kEmail)] == ColumnPlan::kAbsent) {
    return Refused("email_column_missing", "The first line must name the columns, one of them `email`");
  }
  return plan;
}

}  // namespace academy::edge
