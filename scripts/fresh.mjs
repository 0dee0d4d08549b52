// `npm run fresh`: tests the two commands on a machine that has only Node installed.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("fresh", {
    usage: () => import("./fresh/usage.mjs"),
    run: (args) => import("./fresh/fresh.mjs").then(({ fresh }) => fresh(args)),
  })
})
