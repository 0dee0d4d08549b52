// `npm run check`: the fast check during development. Runs the type check, and for the changed files lint, formatting, generated files and
// related tests.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/check.mjs").then(({ check }) => check(process.argv.slice(2)))
