// npm run doctor: lists the programs and settings that the site needs and which are missing.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(["doctor", ...process.argv.slice(2)]))
