// `npm run service -- install`: makes the site a systemd service.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("service", {
    usage: () => import("./systemd/usage.mjs"),
    run: (args) => import("./systemd/systemd.mjs").then(({ service }) => service(args)),
  })
})
