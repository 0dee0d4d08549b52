// npm run attack [-- --server http://host:port --admin name:password], or npm run attack -- openapi.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("attack", {
    usage: () => import("./attack/usage.mjs"),
    run: (args) =>
      args[0] === "openapi"
        ? import("./attack/openapi.mjs").then(({ attackOpenApi }) => attackOpenApi(args.slice(1)))
        : import("./attack/attack.mjs").then(({ attack }) => attack(args)),
  })
})
