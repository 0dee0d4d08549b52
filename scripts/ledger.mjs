// `npm run ledger -- check`: checks all credit movements.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("ledger", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.ledger })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(["ledger", ...args])),
  })
})
