// npm run seed -- --documents 100000 --articles 20000. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./seed/seed.mjs").then(function (module) {
  return module.seed(process.argv.slice(2))
})
