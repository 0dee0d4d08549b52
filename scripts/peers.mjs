// npm run peers -- http://127.0.0.1:8880 --admin name:password.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("peers", {
    usage: () => import("./peers/usage.mjs"),
    run: (args) => import("./peers/peers.mjs").then(({ peers }) => peers(args)),
  })
})
