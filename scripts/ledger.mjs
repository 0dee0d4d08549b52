// npm run ledger -- check: looks through all movements of credits.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(["ledger", ...process.argv.slice(2)]))
