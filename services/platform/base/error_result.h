// Errors that say what is there instead: their `result` crosses processes like the rest of an error's detail.
//
// All functions are pure and thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace academy {

// Returns the same status with a result: a serialized message of the type of the rpc's response field `result`.
absl::Status WithResult(absl::Status status, std::string_view serialized);

// Returns the result attached by WithResult(); empty without one.
std::string ResultOf(const absl::Status& status);

}  // namespace academy
