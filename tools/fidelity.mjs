// `npm run fidelity -- 文件夹…`.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("fidelity", {
    usage: () => import("./fidelity/usage.mjs"),
    development: true,
    run: (args) =>
      args[0] === "ink"
        ? import("./fidelity/ink/ink.mjs").then(({ ink }) => ink(args.slice(1)))
        : import("./fidelity/fidelity.mjs").then(({ fidelity }) => fidelity(args)),
  })
})
