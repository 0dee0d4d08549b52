// `npm run dev`: rebundles and restarts the back end on every change; Next's development server keeps running in a separate process.
import { serverBundle } from "./bundle.mjs"
import { createChild } from "./dev-child.mjs"
import { createProxy } from "./dev-proxy.mjs"
import { bundleOnChange } from "./dev-watch.mjs"
import { fail } from "./failure.mjs"
import { readOptions } from "./options.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { inProject, mainBundle, say } from "./project.mjs"
import { prepareStyleSheets } from "./style-sheets.mjs"

/** Calls of pages that the back end has not answered, by number. A restart asks them again: pages only read. @type {Map<number, object>} */
const open = new Map()
const noBackend = { ok: false, status: 503, message: "后端没有在运行，原因见终端。" }

/** @param {number} id @param {unknown} result */
const answer = (id, result) => {
  if (open.delete(id)) pages.tell({ answer: { id, result } })
}

const backend = createChild({
  args: ["--enable-source-maps", mainBundle],
  hear: (message) => answer(message.answer.id, message.answer.result),
  onReady: () => {
    for (const call of open.values()) backend.tell({ call })
  },
  onCrash: () => {
    say("后端已退出，改好后会自动重新启动")
    for (const id of open.keys()) answer(id, noBackend)
  },
})

const pages = createChild({
  args: [inProject("scripts/lib/dev-pages.mjs")],
  hear: ({ call }) => {
    open.set(call.id, call)
    if (backend.state() === "ready") backend.tell({ call })
    if (backend.state() === "crashed") answer(call.id, noBackend)
  },
  onCrash: () => {
    say("网页的进程已退出，正在重新启动")
    open.clear()
    setTimeout(pages.start, 1_000)
  },
})

/** Listens on the site's address first, so that a port in use is reported before anything starts. @returns {Promise<void>} */
function listen() {
  const server = createProxy({ backend: backend.port, pages: pages.port })
  return new Promise((done, refuse) => {
    server.once("error", refuse)
    server.listen(Number(process.env.PORT || 8880), process.env.HOST || "0.0.0.0", () => done())
  })
}

async function run() {
  process.env.NODE_ENV = "development"
  process.env.NEXT_TELEMETRY_DISABLED = "1"
  // Trusts the proxy between the visitor and the back end.
  process.env.TRUSTED_PROXIES = [process.env.TRUSTED_PROXIES, "127.0.0.1"].filter(Boolean).join(",")
  if (!packagesReady(true)) await installPackages(true)
  await prepareStyleSheets()
  await listen()
  if (process.env.PROCESS_MODE !== "worker") pages.start()
  let turn = Promise.resolve()
  // If bundling fails, the previous back end keeps running.
  const watcher = await bundleOnChange(serverBundle(), () => {
    turn = turn.then(backend.stop).then(backend.start)
  })
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      await watcher.dispose()
      await Promise.all([turn.then(backend.stop), pages.stop()])
      process.exit(0)
    })
  }
}

try {
  if (readOptions(process.argv.slice(2), "npm run dev")) await run()
} catch (error) {
  fail(error)
}
