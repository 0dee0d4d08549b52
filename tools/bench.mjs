// npm run bench [site | convert [文件夹…] | hostile | reader | peers | scale | admin | login | archive].
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("bench", {
    usage: () => import("./bench/usage.mjs"),
    development: true,
    run: (args) => import("./bench/bench.mjs").then(({ bench }) => bench(args)),
  })
})
