// npm run fidelity -- 文件夹…. The work is imported only after this Node has proved new enough to read it.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./fidelity/fidelity.mjs").then(function (module) {
  return module.fidelity(process.argv.slice(2))
})
