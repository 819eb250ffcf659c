// Reads a request's multipart form as it arrives.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "edge/http/exchange.h"
#include "edge/http/form_reader.h"

namespace academy::edge {

// Reads the streamed body of `exchange` as a form of at most `max_bytes` and calls `done` once, on another thread, with
// its parts. If the form cannot be read, answers 400, 408, 413, 415 or 503 instead.
void ReadForm(const std::shared_ptr<http::Exchange>& exchange, uint64_t max_bytes,
              std::function<void(std::vector<http::FormPart> parts)> done);

}  // namespace academy::edge
