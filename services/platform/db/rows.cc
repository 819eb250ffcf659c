#include "services/platform/db/rows.h"

namespace academy {

std::string RowsTogether(std::string_view row) {
  std::string rows;
  for (size_t i = 0; i < kRowsTogether; ++i) {
    if (i > 0) rows += ", ";
    for (char c : row) {
      if (c == '#') {
        rows += std::to_string(i);
      } else {
        rows += c;
      }
    }
  }
  return rows;
}

}  // namespace academy
