// npm run import -- --from mysql://… --files DIR: takes a site of this family over.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(process.argv.slice(2), "import"))
