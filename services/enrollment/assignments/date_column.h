// The dates by which lists of assignments are ordered.
#pragma once

namespace academy::enrollment {

enum class DateColumn { kStart, kExpiry, kAssigned };

}  // namespace academy::enrollment
