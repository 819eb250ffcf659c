// A certificate for tests.
//
// Thread-safe.
#pragma once

#include <memory>

#include "edge/tls/tls.h"

namespace academy::http {

// With a fresh self-signed certificate.
std::shared_ptr<tls::Context> TestCertificate();

}  // namespace academy::http
