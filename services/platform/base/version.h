// The academy's release, from the file VERSION.
#pragma once

namespace academy {

// Such as `1.0.0`.
extern const char kVersion[];

}  // namespace academy
