// npm run look -- --screens home,document. The rest is imported only after the Node version has been checked.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("./look/look.mjs").then(function (module) {
  return module.look(process.argv.slice(2))
})
