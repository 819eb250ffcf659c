// What every process of an academy tells about itself, whatever it does.
#pragma once

#include "services/platform/base/process.h"

namespace academy {

// Adds the free bytes of the data folder's disk and the process's restarts to its metrics. The supervisor counts the
// restarts in `run/<name>.restarts`; without one there are none.
void WatchProcess(const Process& process);

}  // namespace academy
