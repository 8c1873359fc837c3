#!/usr/bin/env bash
# Makes `dist/assize.vsix`, with the licences of what is inside.
set -euo pipefail
cd "$(dirname "$0")"

npm run --silent check
npm run --silent build
{
  echo "Assize is licensed under either of these, as you choose."
  for licence in ../../LICENSE-MIT ../../LICENSE-APACHE; do echo; cat "$licence"; done
  # The client of the protocol is inside as well, and what it needs.
  for package in $(npm ls --omit=dev --all --parseable | tail -n +2 | sort -u); do
    echo; echo "--- ${package##*node_modules/}"; echo
    cat "$package"/[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*
  done
} >LICENSE
npx --no-install vsce package --no-dependencies --allow-missing-repository --out dist/assize.vsix
