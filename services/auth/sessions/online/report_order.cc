#include "services/auth/sessions/online/report_order.h"

namespace academy::auth {
namespace {

constexpr size_t kFormer = 8;

}  // namespace

bool ReportOrder::Take(std::string_view from, int64_t its_number) {
  if (from == process) {
    if (its_number <= number) return false;
    number = its_number;
    return true;
  }
  // Each name has a blank before it, too, so that none is found as the end of another.
  if ((' ' + former).find(' ' + std::string(from) + ' ') != std::string::npos) return false;
  if (!process.empty()) former.insert(0, process + ' ');
  size_t end = 0;
  for (size_t names = 0; names < kFormer && end < former.size(); ++names) end = former.find(' ', end) + 1;
  former.resize(end);
  process = from;
  number = its_number;
  return true;
}

}  // namespace academy::auth
