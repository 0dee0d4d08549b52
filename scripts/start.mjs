// npm start. Imports the rest only after the Node version has been checked.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/start.mjs").then(function (module) {
  return module.start(process.argv.slice(2))
})
