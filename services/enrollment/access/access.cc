#include "services/enrollment/access/access.h"

namespace academy::enrollment {

AccessState DecideAccess(const Window& window, UnixMillis now) {
  if (now < window.start) return AccessState::kUpcoming;
  if (now > window.expiry) return AccessState::kExpired;
  return AccessState::kActive;
}

std::string_view AccessStateName(AccessState state) {
  switch (state) {
    case AccessState::kUpcoming:
      return "upcoming";
    case AccessState::kActive:
      return "active";
    case AccessState::kExpired:
      return "expired";
  }
  return "expired";
}

}  // namespace academy::enrollment
