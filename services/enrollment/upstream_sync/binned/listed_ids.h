// What auth or the catalog lists, read on one snapshot.
#pragma once

#include <string>
#include <vector>

namespace academy::enrollment {

struct ListedIds {
  std::vector<std::string> ids;
  // In the bin; none of `ids`.
  std::vector<std::string> binned;
};

}  // namespace academy::enrollment
