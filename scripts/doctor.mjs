// `npm run doctor`: lists the programs and settings that the site needs, and which of them are missing.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("doctor", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.doctor })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(["doctor", ...args])),
  })
})
