// `npm run gateway`: simulators of WeChat Pay, Alipay and a third gateway, for trying out payments.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("gateway", {
    usage: () => import("./gateway/usage.mjs"),
    run: (args) => import("./gateway/gateway.mjs").then(({ gateway }) => gateway(args)),
  })
})
