#include "services/platform/health/health_item.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <string>

namespace academy {
namespace {

using common::v1::HealthItem;

struct Matter {
  std::string_view code;
  const char* state;
  std::string_view text;
  std::string_view remedy;
};

constexpr char kRenewForCalls[] =
    "Look which process it is, in the log or at academy_grpc_certificate_expiry_seconds in /metrics. Renew its "
    "certificate, and send it SIGHUP.";
constexpr char kDamaged[] = "Stop the academy, restore the newest backup of this database, and check the disk.";

constexpr std::array kMatters = {
    Matter{"ok", health_state::kOk, "Works.", ""},
    Matter{"unknown", health_state::kWarning, "Its state is not known.", "Wait until every service answers."},

    Matter{"disk_low", health_state::kWarning, "The disk of the data folder is getting full.",
           "Free some space or use a larger disk; uploads are refused below 1 GiB."},
    Matter{"disk_full", health_state::kFailing, "The disk of the data folder is full.",
           "Free some space at once; nothing can be stored when it is used up."},

    Matter{"clock_jumped", health_state::kWarning,
           "The system clock has jumped. The academy goes on with the time before.",
           "Set the clock right. If its new time is the right one, start the academy again."},

    Matter{"database_busy", health_state::kFailing, "Another program has locked the database.",
           "End the program that uses the file."},
    Matter{"database_full", health_state::kFailing, "The disk is full: nothing can be stored.", "Free some space."},
    Matter{"database_read_only", health_state::kFailing, "The database cannot be written.",
           "Make the data folder writable for the academy's user, and look for disk errors in the system's log."},
    Matter{"database_disk_error", health_state::kFailing, "The disk reports errors.",
           "Look at the system's log, replace the disk, and restore the newest backup if files are damaged."},
    Matter{"database_corrupt", health_state::kFailing, "The database is damaged.", kDamaged},
    Matter{"database_damaged", health_state::kFailing, "A check found damage in the database.", kDamaged},
    Matter{"database_unreachable", health_state::kFailing, "The database server does not answer.",
           "Start the database server, or check the connection to it."},
    Matter{"database_standby", health_state::kFailing, "The database server takes no writes: it is a standby.",
           "Look for the server that takes writes, and name all servers in the address."},
    Matter{"database_replaced", health_state::kFailing,
           "The database's file was moved, deleted or replaced under the running service.",
           "Stop the academy, put the right file back or restore the newest backup, and start it again."},
    Matter{"database_error", health_state::kFailing, "The database refuses writes.",
           "Read the error in the service's log."},
    Matter{"database_silent", health_state::kFailing, "No write has ended for 30 seconds.",
           "Look for a disk or network storage that does not answer."},
    Matter{"service_silent", health_state::kFailing, "The service does not answer.",
           "It is restarted by itself; if this stays, read its log."},

    Matter{"backup_none", health_state::kWarning, "There is no backup yet.", "Set up ./academy backup."},
    Matter{"backup_old", health_state::kWarning, "The last backup is older than two days.",
           "Check that backups still run."},
    Matter{"backup_failed", health_state::kFailing, "The last backup failed.", "Read the error, and run it again."},

    Matter{"mail_waiting", health_state::kWarning, "Mails have been waiting for more than 15 minutes.",
           "Look at the errors on the mails' page, and check the mail server."},
    Matter{"mail_stuck", health_state::kFailing, "Mails have been waiting for more than two hours.",
           "Look at the errors on the mails' page, and check the mail server."},
    Matter{"mail_no_server", health_state::kWarning, "Mails wait because no mail server is set.",
           "Start the academy with --smtp or --smtp-file."},

    Matter{"encoding_waiting", health_state::kWarning, "A video has been waiting for more than 12 hours.",
           "Allow more encoders, or use a machine with more cores."},
    Matter{"encoding_failed", health_state::kWarning, "Videos could not be processed.",
           "Look at the uploads' page, try them again, or upload them in another format."},

    Matter{"feed_lost", health_state::kWarning, "A service has lost the changes of another one.",
           "This passes when the other service answers."},
    Matter{"feed_long_lost", health_state::kFailing, "A service has missed the changes of another one for long.",
           "Read the logs of both services, and restart the academy."},

    Matter{"data_missing", health_state::kWarning,
           "Learners or courses are missing that nobody removed. Access to them is denied.",
           "Put the right database back within 7 days: then everything is as before. After that their assignments and "
           "progress are deleted. If they are really gone, an owner can delete these at once: on the page Health, or "
           "with PUT /api/cm/missing/accept."},
    Matter{
        "list_refused", health_state::kFailing,
        "So many learners or courses are missing that a database must have been lost or replaced.",
        "Put the right database back, or restore a backup. Nothing is deleted meanwhile. If they are really gone, an "
        "owner says so: on the page Health, or with PUT /api/cm/missing/accept."},

    Matter{"requests_failed", health_state::kWarning, "Requests of the last day failed.",
           "Read the lines of level error in the logs. The page Health lists the slowest routes."},
    Matter{"requests_failing", health_state::kFailing, "Many requests fail.",
           "Read the lines of level error in the logs, and look for a service that does not answer."},
    Matter{"requests_slow", health_state::kWarning, "Some calls took longer than two seconds.",
           "Look which on the page Health. If all are slow, the processor or the disk is busy: use a faster machine."},

    Matter{"certificate_expiring", health_state::kWarning, "The TLS certificate expires in less than 14 days.",
           "Renew it, and send the edge SIGHUP."},
    Matter{"certificate_expired", health_state::kFailing, "The TLS certificate expires within a day, or has expired.",
           "Renew it, and send the edge SIGHUP."},
    Matter{"grpc_certificate_expiring", health_state::kWarning,
           "The certificate of a process for calls to others expires in less than 14 days.", kRenewForCalls},
    Matter{"grpc_certificate_expired", health_state::kFailing,
           "The certificate of a process for calls to others expires within a day, or has expired.", kRenewForCalls},
};

constexpr absl::Duration kExpiring = absl::Hours(14 * 24);
constexpr absl::Duration kExpired = absl::Hours(24);
constexpr int64_t kLowDisk = int64_t{3} << 30;
constexpr int64_t kFullDisk = int64_t{512} << 20;

int RankOf(const HealthItem& item) {
  if (item.state() == health_state::kFailing) return 2;
  return item.state() == health_state::kOk ? 0 : 1;
}

}  // namespace

HealthItem MakeHealthItem(std::string_view name, std::string_view code, int64_t value) {
  const auto* found =
      std::find_if(kMatters.begin(), kMatters.end(), [&](const Matter& matter) { return matter.code == code; });
  const Matter& matter = found == kMatters.end() ? kMatters[1] : *found;
  HealthItem item;
  item.set_name(std::string(name));
  item.set_state(matter.state);
  item.set_code(std::string(matter.code));
  item.set_text(std::string(matter.text));
  item.set_remedy(std::string(matter.remedy));
  item.set_value(value);
  return item;
}

bool IsWorse(const HealthItem& one, const HealthItem& other) { return RankOf(one) > RankOf(other); }

HealthItem CertificateItem(std::string_view name, absl::Duration left) {
  std::string code = "ok";
  if (left < kExpiring) {
    code = name == "grpc-certificate" ? "grpc_certificate_" : "certificate_";
    code += left < kExpired ? "expired" : "expiring";
  }
  return MakeHealthItem(name, code, absl::ToInt64Seconds(left));
}

HealthItem DiskItem(const char* folder) {
  struct statvfs disk {};
  if (::statvfs(folder, &disk) != 0) return MakeHealthItem("disk", "unknown", 0);
  auto free = static_cast<int64_t>(disk.f_bavail * disk.f_frsize);
  return MakeHealthItem("disk", free < kFullDisk ? "disk_full" : free < kLowDisk ? "disk_low" : "ok", free);
}

}  // namespace academy
