// npm run bench [site | convert [文件夹…] | hostile]. The work is imported only after this Node has proved new enough to read it.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./bench/bench.mjs").then(function (module) {
  return module.bench(process.argv.slice(2))
})
