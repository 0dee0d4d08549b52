// npm run fidelity -- 文件夹…. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./fidelity/fidelity.mjs").then(function (module) {
  return module.fidelity(process.argv.slice(2))
})
