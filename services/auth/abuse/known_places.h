// What an account's people are recognized by during a pause: addresses and devices that it was signed in to from.
//
// A device is a browser with a token of ours, in a cookie (OWASP, Slow Down Online Guessing Attacks with Device
// Cookies). Unlike there, one token serves all accounts of a browser, each of which stores its hash for itself, and a
// token proves nothing: it only has its guesses counted separately. Each function runs in its caller's transaction or
// snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// Counter subjects of an account's failures from one address or device.
std::string AddressSubject(const std::string& account, const std::string& address);
std::string DeviceSubject(const std::string& account, const std::string& device_token);

// Returns the subjects of those of the caller's address and device that the account was signed in to from; none for a
// stranger. `account` is an AccountSubject.
std::vector<std::string> KnownSubjects(soci::session& sql, const std::string& account, const Caller& caller);

// The same for all that the caller has, known or not.
std::vector<std::string> CallersSubjects(const std::string& account, const Caller& caller);

// Remembers the caller's address, if it has one.
void RememberCallersAddress(soci::session& sql, const std::string& account, const Caller& caller, UnixMillis now);

// Remembers the caller's device and returns its token: the caller's own if auth issued it, otherwise a new one, so that
// nobody can plant a token of their choosing in another person's browser. Keeps an account's newest 20 devices.
std::string RememberCallersDevice(soci::session& sql, const std::string& account, const Caller& caller, UnixMillis now);

}  // namespace academy::auth
