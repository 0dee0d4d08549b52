// `npm run audit -- check`: verifies the chain of the audit log. `npm run audit -- packages`: examines the dependencies.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("audit", {
    usage: () => import("./lib/usages.mjs").then(({ usages }) => ({ usage: usages.audit })),
    run: (args) =>
      args[0] === "packages"
        ? import("./lib/audit-packages.mjs").then(({ auditPackages }) => auditPackages(args.slice(1)))
        : import("./lib/command.mjs").then(({ runCommand }) => runCommand(["audit", ...args])),
  })
})
