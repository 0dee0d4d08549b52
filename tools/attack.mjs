// npm run attack [-- --server http://host:port --admin name:password].
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("attack", {
    usage: () => import("./attack/usage.mjs"),
    run: (args) => import("./attack/attack.mjs").then(({ attack }) => attack(args)),
  })
})
