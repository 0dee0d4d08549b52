// npm run dev: the server is bundled again and restarted on every change; the pages reload through Next itself.
import { spawn } from "node:child_process"
import { serverBundle } from "./bundle.mjs"
import { fail } from "./failure.mjs"
import { readOptions } from "./options.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { mainBundle, root, say } from "./project.mjs"
import { prepareStyleSheets } from "./style-sheets.mjs"

/** The running server and a promise that resolves when it has ended (it shuts its database down first). @type {{ child: import("node:child_process").ChildProcess, ended: Promise<number | null> } | null} */
let server = null
let turn = Promise.resolve()

function startBackend() {
  const child = spawn(process.execPath, ["--enable-source-maps", mainBundle], { cwd: root, env: process.env, stdio: "inherit" })
  const ended = new Promise((done) => child.on("exit", done))
  server = { child, ended }
  void ended.then((code) => {
    if (server?.child !== child) return
    server = null
    if (code) say("后端已退出，改好后会自动重新启动")
  })
}

async function stopBackend() {
  if (!server) return
  const { child, ended } = server
  server = null
  child.kill("SIGTERM")
  const late = setTimeout(() => child.kill("SIGKILL"), 15_000)
  await ended
  clearTimeout(late)
}

/** @type {import("esbuild").Plugin} */
const restart = {
  name: "restart",
  setup(build) {
    build.onEnd(({ errors }) => {
      // After a failed build the previous server keeps running; esbuild has printed the error.
      if (errors.length > 0) return
      turn = turn.then(stopBackend).then(startBackend)
    })
  },
}

try {
  if (readOptions(process.argv.slice(2), "npm run dev")) {
    process.env.NODE_ENV = "development"
    process.env.NEXT_TELEMETRY_DISABLED = "1"
    if (!packagesReady(true)) await installPackages(true)
    await prepareStyleSheets()
    const { context } = await import("esbuild")
    const watcher = await context({ ...serverBundle(), plugins: [restart] })
    await watcher.watch()
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, async () => {
        await watcher.dispose()
        await turn.then(stopBackend)
        process.exit(0)
      })
    }
  }
} catch (error) {
  fail(error)
}
