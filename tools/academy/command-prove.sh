# prove: shows that nothing acknowledged is lost, whatever happens to the academy. Sourced by `academy`.

. "$root/tools/academy/packages.sh"
. "$root/tools/academy/node.sh"
. "$root/tools/academy/build.sh"

command_prove() {
  # 1 would be a counterexample.
  die_status=2
  local minutes=2 seed= engine=sqlite sabotage=
  local -A flag_names=([minutes]=minutes [seed]=seed [engine]=engine [sabotage]=sabotage) switch_names=()
  parse_flags "$@"
  [[ $minutes =~ ^[1-9][0-9]{0,3}$ ]] || die "--minutes is a whole number from 1 to 9999. Fix: ./academy prove --minutes 60"
  [[ -z $seed || $seed =~ ^[0-9]{1,9}$ ]] || die "--seed is a whole number. Fix: one that a run has printed"
  [[ $engine =~ ^(sqlite|postgresql)$ ]] || die "--engine $engine is unknown. Fix: sqlite or postgresql"
  [[ -z $sabotage || $engine == sqlite ]] || die "--sabotage is for SQLite, whose files it breaks. Fix: leave --engine out"
  [[ $sabotage =~ ^(|synchronous=OFF|skip-fsync|ack-early)$ ]] ||
    die "There is no sabotage '$sabotage'. Fix: synchronous=OFF, skip-fsync or ack-early"
  ensure_packages build run test
  ensure_npm_packages
  build_all
  exec node "$root/tests/prove/main.mjs" --minutes "$minutes" --engine "$engine" ${seed:+--seed "$seed"} \
    ${sabotage:+--sabotage "$sabotage"} </dev/null
}
