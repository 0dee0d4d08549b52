// npm run build: the server's programs with esbuild, the pages with Next. Needs neither a database nor the network.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/build.mjs")
