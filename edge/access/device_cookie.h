// The cookie by which auth recognizes a browser that signed in before, so that nobody can lock its person out. It signs
// nobody in and authorizes nothing.
//
// Thread-safe: pure functions.
#pragma once

#include <string>
#include <string_view>

#include "edge/http/exchange.h"

namespace academy::edge {

// Returns the token in the request's cookie; empty if there is none, or one that is not in the form of ours.
std::string DeviceTokenOf(const http::Request& request);

// Returns the Set-Cookie field for a token, for 90 days. No script reads it and no other site sends it
// (SameSite=Strict: only the pages' own calls need it). Over TLS it is Secure, and its prefix __Host- keeps other hosts
// of the domain from setting it (RFC 6265bis, section 4.1.3.2); browsers take no such cookie over plain HTTP.
std::string DeviceCookie(std::string_view token, bool secure);

}  // namespace academy::edge
