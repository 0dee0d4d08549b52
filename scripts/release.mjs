// `npm run release`: builds the tarballs that run without npm, a compiler or a network.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("release", {
    usage: () => import("./release/usage.mjs"),
    run: (args) => import("./release/release.mjs").then(({ release }) => release(args)),
  })
})
