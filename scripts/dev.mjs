// `npm run dev`: rebundles and restarts the server on every change; Next itself reloads the pages.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/dev.mjs")
