"""The licences of all packages inside, from the bill of materials: by licence, each package with its version."""

import json
import sys
from collections import defaultdict

with open(sys.argv[1], encoding="utf-8") as file:
    bill = json.load(file)

packages = defaultdict(list)
for part in [bill["metadata"]["component"], *bill["components"]]:
    licences = [licence["expression"] for licence in part.get("licenses", [])]
    if not licences:
        sys.exit(f"{part['name']} {part['version']} has no licence")
    packages[" and ".join(licences)].append(f"{part['name']} {part['version']}")

for licence in sorted(packages):
    print(licence)
    for package in sorted(packages[licence]):
        print(f"  {package}")
