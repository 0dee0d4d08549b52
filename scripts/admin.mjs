// npm run admin -- reset-password [name]: what an operator does at the terminal. Also npm run doctor.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(process.argv.slice(2)))
