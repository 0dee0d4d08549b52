// npm run recall. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./search/recall.mjs").then(function (module) {
  return module.recall(process.argv.slice(2))
})
