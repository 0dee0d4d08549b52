// npm run torture -- money --seconds 600, or documents. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./torture/command.mjs").then(function (module) {
  return module.torture(process.argv.slice(2))
})
