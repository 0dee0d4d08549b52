// npm run check: the fast loop while developing. Types, and what the changed files need: lint, format, generated files, related tests.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/check.mjs").then(({ check }) => check(process.argv.slice(2)))
