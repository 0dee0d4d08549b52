// npm test: every check there is, in one go. The last line says how many passed, failed and were skipped.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/test.mjs").then(function (module) {
  return module.test(process.argv.slice(2))
})
