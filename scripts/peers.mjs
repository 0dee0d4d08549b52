// npm run peers -- http://127.0.0.1:8880 --admin name:password. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./peers/peers.mjs").then(function (module) {
  return module.peers(process.argv.slice(2))
})
