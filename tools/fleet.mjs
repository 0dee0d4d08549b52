// `npm run fleet`: a site of several machines on this one, whose processes are killed in turn.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("fleet", {
    usage: () => import("./fleet/usage.mjs"),
    development: true,
    run: (args) => import("./fleet/command.mjs").then(({ fleet }) => fleet(args)),
  })
})
