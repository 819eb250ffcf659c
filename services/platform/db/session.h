// A connection's session with its prepared statements. Every soci::session that Database provides is one.
//
// Not thread-safe: used by one thread at a time.
#pragma once

#include <soci/soci.h>

#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace academy {

class Session final : public soci::session {
 public:
  // Returns the session's `Statement` for `text`, created at its first use as Statement(*this, text). `text` must be a
  // constant, because the statement is found by its address.
  template <typename Statement>
  Statement& Cached(const char* text) {
    std::shared_ptr<void>& cached = cached_[{text, &kType<Statement>}];
    if (cached == nullptr) cached = std::make_shared<Statement>(*this, text);
    return *static_cast<Statement*>(cached.get());
  }
  void DropCached() { cached_.clear(); }

 private:
  // Its address identifies the type.
  template <typename Statement>
  static inline char kType = 0;

  // Destroyed before the session itself.
  absl::flat_hash_map<std::pair<const void*, const void*>, std::shared_ptr<void>> cached_;
};

}  // namespace academy
