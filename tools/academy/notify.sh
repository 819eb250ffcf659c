# Tells systemd how the academy is, if it started it (sd_notify(3)). Sourced by supervise.sh and watch.sh.

# Out of the environment, so that the academy's processes do not speak for it.
readonly notify_socket=${NOTIFY_SOCKET:-} watchdog_seconds=$((${WATCHDOG_USEC:-0} / 1000000))
unset NOTIFY_SOCKET WATCHDOG_USEC WATCHDOG_PID

# notify WORD...: as of systemd-notify.
notify() {
  [[ $notify_socket ]] || return 0
  NOTIFY_SOCKET=$notify_socket systemd-notify "$@" </dev/null >/dev/null 2>&1 || true
}
