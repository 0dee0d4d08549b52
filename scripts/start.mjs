// npm start. The real work is imported only after this Node has proved new enough to read it.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/start.mjs").then(function (module) {
  return module.start(process.argv.slice(2))
})
