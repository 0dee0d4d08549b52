// npm run lighthouse. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./bench/lighthouse.mjs").then(function (module) {
  return module.lighthouse()
})
