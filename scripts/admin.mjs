// `npm run admin -- reset-password [name]`: terminal commands for the operator.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("admin", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.admin })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(args)),
  })
})
