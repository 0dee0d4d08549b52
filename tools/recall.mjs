// `npm run recall`: compares the search index with a scan of every text.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("recall", {
    usage: () => import("./recall/usage.mjs"),
    run: (args) => import("./recall/recall.mjs").then(({ recall }) => recall(args)),
  })
})
