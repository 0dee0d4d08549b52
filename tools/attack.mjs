// npm run attack [-- --server http://host:port --admin name:password], npm run attack -- openapi, or npm run attack -- fuzz.
import { refuseOldNode } from "../scripts/lib/old-node.mjs"

refuseOldNode()
void import("../scripts/lib/tool.mjs").then(function ({ runTool }) {
  return runTool("attack", {
    usage: () => import("./attack/usage.mjs"),
    run: (args) => {
      if (args[0] === "openapi") return import("./attack/openapi.mjs").then(({ attackOpenApi }) => attackOpenApi(args.slice(1)))
      if (args[0] === "fuzz") return import("./attack/fuzz.mjs").then(({ attackWithRandom }) => attackWithRandom(args.slice(1)))
      return import("./attack/attack.mjs").then(({ attack }) => attack(args))
    },
  })
})
