// npm run bench [site | convert [文件夹…] | hostile | reader | peers | scale | admin]. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./bench/bench.mjs").then(function (module) {
  return module.bench(process.argv.slice(2))
})
