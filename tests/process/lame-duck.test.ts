import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { takeBuild, type Build } from "./support/build"
import { send } from "./support/client"
import { preparedDataFolder, startSite, type DataFolder } from "./support/server"
import type { Running } from "../../scripts/lib/server.mjs"

let build: Build
const folders: DataFolder[] = []
const servers: Running[] = []
const clients = 20

beforeAll(async () => {
  build = await takeBuild()
  for (let n = 0; n < 2; n++) {
    folders.push(await preparedDataFolder())
    servers.push(await startSite({ main: build.main, dataDir: folders[n]!.path, env: { SAMPLES: "false", LAME_DUCK_SECONDS: "3" } }))
  }
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  for (const folder of folders) await folder.remove()
  await build?.remove()
})

/** One request over a connection that stays open. */
const get = (agent: Agent, url: string) =>
  new Promise<{ status: number; closing: boolean }>((done, fail) => {
    request(url, { agent }, (reply) => {
      reply.resume()
      reply.on("end", () => done({ status: reply.statusCode ?? 0, closing: reply.headers.connection === "close" }))
      reply.on("error", fail)
    })
      .on("error", fail)
      .end()
  })

test("clients with open connections lose no request while one of two processes stops: /readyz says so first", async () => {
  const ready = new Set(servers.map(({ url }) => url))
  let running = true
  const failures: string[] = []
  let requests = 0
  let closings = 0
  // what a proxy does: it asks each server, and sends no more to one that is not ready
  const watch = (async () => {
    for (; running; await pause(200))
      for (const { url } of servers) {
        const { status } = await send(`${url}/readyz`).catch(() => ({ status: 0 }))
        if (status === 200) ready.add(url)
        else ready.delete(url)
      }
  })()
  const work = Array.from({ length: clients }, async (_, n) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = n; running; at++) {
      const url = [...ready][at % ready.size]!
      requests += 1
      await get(agent, `${url}/api/v1/settings`).then(
        ({ status, closing }) => {
          if (closing) closings += 1
          if (status !== 200) failures.push(`${status}`)
        },
        (error: Error) => void failures.push(String(error)),
      )
      await pause(5)
    }
    agent.destroy()
  })
  await pause(1_500)
  const stopping = servers[0]!.stop()
  const { code } = await stopping
  await pause(500)
  running = false
  await Promise.all([...work, watch])
  expect(code).toBe(0)
  expect(failures).toEqual([])
  expect(closings).toBeGreaterThan(0)
  expect(requests).toBeGreaterThan(100)
})
