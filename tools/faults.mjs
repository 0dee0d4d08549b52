// `npm run faults`. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./faults/faults.mjs").then(function (module) {
  return module.faults(process.argv.slice(2))
})
