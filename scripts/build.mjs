// `npm run build`: builds the server programs with esbuild and the pages with Next. Needs neither a database nor network access.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
if (process.argv.includes("--help")) console.log("用法：npm run build\n\n编译后端和网页。npm start 在需要时自己编译。")
else void import("./lib/build.mjs")
