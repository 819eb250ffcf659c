// Moves the elements out of a message's repeated field.
//
// Thread-safe.
#pragma once

#include <iterator>
#include <vector>

namespace academy::enrollment {

template <typename Repeated>
auto TakeAll(Repeated& repeated) {
  return std::vector<typename Repeated::value_type>(std::make_move_iterator(repeated.begin()),
                                                    std::make_move_iterator(repeated.end()));
}

}  // namespace academy::enrollment
