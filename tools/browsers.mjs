// `npm run browsers`.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("browsers", {
    usage: () => import("./browsers/usage.mjs"),
    development: true,
    run: (args) => import("./browsers/browsers.mjs").then(({ browsers }) => browsers(args)),
  })
})
