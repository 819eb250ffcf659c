// Answers a GET or HEAD with a stored blob.
//
// Every function is thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "edge/http/exchange.h"
#include "services/common/blobs/blobs.h"

namespace academy::edge {

// The content type of a blob that may be sent, by its name's extension; empty for every other, which is no client's
// business. Types are ours alone: nothing that is uploaded can make a browser run it.
std::string_view ContentTypeOf(std::string_view key);

// Sends the blob `key` as http::FileAnswer answers with it, or 404 when there is none that may be sent.
void SendBlob(const Blobs& blobs, const std::string& key, std::string_view cache_control, http::Exchange& exchange);

// Sends the 404 that every missing file gets.
void RefuseFile(http::Exchange& exchange);

// True, with 405 sent, for any method but GET and HEAD.
bool RefuseMethod(http::Exchange& exchange);

}  // namespace academy::edge
