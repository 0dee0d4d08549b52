// npm run backup: see scripts/lib/usages.mjs.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("backup", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.backup })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(["backup", ...args])),
  })
})
