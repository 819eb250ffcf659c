// What can be the matter with an academy, in words for its managers: the one list of codes, texts and remedies.
//
// All functions are thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/time/time.h"
#include "academy/common/v1/health.pb.h"

namespace academy {

namespace health_state {
inline constexpr char kOk[] = "ok";
inline constexpr char kWarning[] = "warning";
inline constexpr char kFailing[] = "failing";
}  // namespace health_state

// Returns the item `name` with a code of the list and its state, text and remedy; `since` is left empty. An unknown
// code becomes `unknown`. `value` is described at HealthItem.
common::v1::HealthItem MakeHealthItem(std::string_view name, std::string_view code, int64_t value);

// Whether `one` is worse than `other`: failing, warning, ok.
bool IsWorse(const common::v1::HealthItem& one, const common::v1::HealthItem& other);

// The item `certificate` or `grpc-certificate`, of one that expires in `left`.
common::v1::HealthItem CertificateItem(std::string_view name, absl::Duration left);

// The item `disk` of the file system that `folder` is on.
common::v1::HealthItem DiskItem(const char* folder);

}  // namespace academy
