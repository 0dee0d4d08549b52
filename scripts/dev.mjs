// npm run dev: the server is bundled again and restarted on every change; the pages reload through Next itself.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/dev.mjs")
