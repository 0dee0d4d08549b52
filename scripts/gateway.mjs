// npm run gateway: stand-ins of WeChat Pay, Alipay and a third gateway, for trying out payment.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./gateway/gateway.mjs").then(function (module) {
  return module.gateway(process.argv.slice(2))
})
