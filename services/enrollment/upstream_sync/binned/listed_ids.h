// What auth or the catalog lists, read on one snapshot, or of many ids what differs from what is known here.
#pragma once

#include <string>
#include <vector>

namespace academy::enrollment {

struct ListedIds {
  std::vector<std::string> ids;
  // In the bin; none of `ids`.
  std::vector<std::string> binned;
  // Whether there are ids that neither has.
  bool others = false;
};

}  // namespace academy::enrollment
