// npm run attack [-- --server http://host:port --admin name:password]. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./attack/attack.mjs").then(function (module) {
  return module.attack(process.argv.slice(2))
})
