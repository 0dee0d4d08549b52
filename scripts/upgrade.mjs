// npm run upgrade: see scripts/lib/usages.mjs.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("upgrade", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.upgrade })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(["upgrade", ...args])),
  })
})
