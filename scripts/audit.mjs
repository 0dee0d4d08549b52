// `npm run audit -- check`: verifies the chain of the audit log.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("audit", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.audit })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(["audit", ...args])),
  })
})
