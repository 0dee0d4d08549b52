// npm test: runs every check. The last line of its output counts passed, failed and skipped tests.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/test.mjs").then(function (module) {
  return module.test(process.argv.slice(2))
})
