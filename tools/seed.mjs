// `npm run seed -- --documents 100000 --articles 20000`: creates a large library of generated documents.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("seed", {
    usage: () => import("./seed/usage.mjs"),
    development: true,
    run: (args) => import("./seed/seed.mjs").then(({ seed }) => seed(args)),
  })
})
