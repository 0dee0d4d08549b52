// npm run doctor: what this machine has for the site, and what is missing.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(["doctor", ...process.argv.slice(2)]))
