# version: prints the release. Sourced by `academy` and `academyctl`.

command_version() { print "academy $(academy_version)"; }
