// Reads a request's form, piece by piece.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "edge/http/exchange.h"
#include "edge/http/form_reader.h"

namespace academy::edge {

// Reads the streamed body of `exchange` as a form of at most `max_bytes` and calls `done` with its parts, once, on
// another thread. Answers 400, 408, 413 or 415 instead when they cannot be had.
void ReadForm(const std::shared_ptr<http::Exchange>& exchange, uint64_t max_bytes,
              std::function<void(std::vector<http::FormPart> parts)> done);

}  // namespace academy::edge
