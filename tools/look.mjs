// `npm run look -- --screens home,document`.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("look", {
    usage: () => import("./look/usage.mjs"),
    development: true,
    run: (args) => import("./look/look.mjs").then(({ look }) => look(args)),
  })
})
