// `npm run torture -- money --seconds 600`, or `documents`.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("torture", {
    usage: () => import("./torture/usage.mjs"),
    development: true,
    run: (args) => import("./torture/command.mjs").then(({ torture }) => torture(args)),
  })
})
