// npm run audit -- check: follows the chain of the audit log.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(["audit", ...process.argv.slice(2)]))
