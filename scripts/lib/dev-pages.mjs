// Next's development server, which `npm run dev` keeps running while the back end restarts. Its pages call the API through the parent
// process.
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { importTypeScript } from "./bundle.mjs"
import { root } from "./project.mjs"

// Not imported: Next's types would make NODE_ENV read-only in every script.
const next = createRequire(import.meta.url)("next")
const { provideBackend } = await importTypeScript("lib/api/backend.ts")
const tell = (/** @type {object} */ message) => void process.send?.(message)

/** Calls without an answer yet, by number. @type {Map<number, (result: unknown) => void>} */
const waiting = new Map()
let calls = 0
provideBackend({
  call: (/** @type {string} */ key, /** @type {unknown} */ input, /** @type {string} */ token) =>
    new Promise((done) => {
      const id = ++calls
      waiting.set(id, done)
      tell({ call: { id, key, input, token } })
    }),
})
process.on("message", (/** @type {{ answer: { id: number, result: unknown } }} */ { answer }) => {
  waiting.get(answer.id)?.(answer.result)
  waiting.delete(answer.id)
})

const app = next({ dev: true, dir: root, hostname: "localhost", port: Number(process.env.PORT || 8880), quiet: true })
await app.prepare()
const handle = app.getRequestHandler()
const server = createServer((req, res) => void handle(req, res))
// Next itself listens for "upgrade" from the first request on; a second listener would answer each handshake twice.
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address && typeof address === "object") tell({ port: address.port })
})
// Exits immediately: no client waits for pages when `npm run dev` ends.
for (const event of ["SIGTERM", "disconnect"]) process.once(event, () => process.exit(0))
