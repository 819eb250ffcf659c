# What is written down of an upgrade. Sourced by roll.sh and command-roll.sh.

# note_upgrade STATE [TEXT]: for `status` and `upgrade`. A state is asked, checking, refused (TEXT says why), under-way,
# failed (TEXT names the processes) or done. A full disk must not end the supervisor.
note_upgrade() {
  local now
  now_ms now
  printf '%s %s %s %s\n' "$1" "$(academy_version)" "$((now / 1000))" "${2:-}" >"$data/run/upgrade.new" &&
    mv -f "$data/run/upgrade.new" "$data/run/upgrade" || true
}
