// npm run admin -- reset-password [name]: commands for the operator at the terminal.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(process.argv.slice(2)))
