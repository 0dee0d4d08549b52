// `npm run lighthouse`.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("lighthouse", {
    usage: () => import("./bench/lighthouse-usage.mjs"),
    development: true,
    run: () => import("./bench/lighthouse.mjs").then(({ lighthouse }) => lighthouse()),
  })
})
