#include "services/auth/abuse/known_places.h"

#include "services/auth/abuse/attempt_store.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/net/address_groups.h"

namespace academy::auth {
namespace {

constexpr int kMaxDevices = 20;

std::string HashDevice(const std::string& token) { return Base64Url(Sha256(token)); }

}  // namespace

std::string AddressSubject(const std::string& account, const std::string& address) { return account + "@" + address; }

std::string DeviceSubject(const std::string& account, const std::string& device_token) {
  return account + "@device:" + HashDevice(device_token);
}

std::vector<std::string> KnownSubjects(soci::session& sql, const std::string& account, const Caller& caller) {
  std::vector<std::string> subjects;
  std::string address = ClientGroup(caller.remote_address);
  if (!address.empty() && IsAddressKnown(sql, account, address)) subjects.push_back(AddressSubject(account, address));
  if (!caller.device_token.empty() && IsDeviceKnown(sql, account, HashDevice(caller.device_token))) {
    subjects.push_back(DeviceSubject(account, caller.device_token));
  }
  return subjects;
}

std::vector<std::string> CallersSubjects(const std::string& account, const Caller& caller) {
  std::vector<std::string> subjects;
  std::string address = ClientGroup(caller.remote_address);
  if (!address.empty()) subjects.push_back(AddressSubject(account, address));
  if (!caller.device_token.empty()) subjects.push_back(DeviceSubject(account, caller.device_token));
  return subjects;
}

void RememberCallersAddress(soci::session& sql, const std::string& account, const Caller& caller, UnixMillis now) {
  std::string address = ClientGroup(caller.remote_address);
  if (!address.empty()) RememberAddress(sql, account, address, now);
}

std::string RememberCallersDevice(soci::session& sql, const std::string& account, const Caller& caller,
                                  UnixMillis now) {
  std::string token = caller.device_token;
  if (token.empty() || !IsDeviceIssued(sql, HashDevice(token))) token = NewToken(256);
  RememberDevice(sql, account, HashDevice(token), now, kMaxDevices);
  return token;
}

}  // namespace academy::auth
