// npm run storage -- migrate: copies the files between the data folder and a bucket.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/command.mjs").then((module) => module.runCommand(["storage", ...process.argv.slice(2)]))
