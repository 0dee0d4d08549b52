// npm run build: the server's programs with esbuild, the pages with Next. Needs neither a database nor the network.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
if (process.argv.includes("--help")) console.log("用法：npm run build\n\n编译后端和网页。npm start 在需要时自己编译。")
else void import("./lib/build.mjs")
