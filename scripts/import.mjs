// `npm run import -- --from mysql://… --files DIR`: imports a site of this family.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("import", {
    usage: () => import("./import/usage.mjs"),
    run: (args) => import("./lib/command.mjs").then(({ runCommand }) => runCommand(args, "import")),
  })
})
