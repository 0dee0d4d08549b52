// npm run storage -- migrate: copies the files between the data folder and a bucket.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("storage", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.storage })),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(["storage", ...args])),
  })
})
