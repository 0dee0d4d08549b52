// npm run restore: see scripts/lib/usages.mjs.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("restore", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.restore })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(["restore", ...args])),
  })
})
