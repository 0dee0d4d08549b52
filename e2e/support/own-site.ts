import { spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { resolve } from "node:path"
import { freePort } from "../../scripts/lib/server.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"
import { makeTestFolder } from "../../scripts/lib/test-folder.mjs"
import { withoutConfiguration } from "../../tests/setup/no-configuration"

export const startMs = 240_000

/** `gatewayPort`: where this site expects the mock gateways, which a test starts (`gateway.ts`). */
export type OwnSite = { url: string; dataDir: string; adminPassword: string; gatewayPort: number; stop: () => Promise<void> }

/**
 * Runs `npm start` on a free port with this data folder, which is removed when it stops. With `api` it only serves the pages of that
 * server.
 */
const start = async (data: string, api = ""): Promise<Pick<OwnSite, "url" | "gatewayPort" | "stop">> => {
  const [port, gatewayPort] = await Promise.all([freePort(), freePort()])
  const sandbox = api ? { API_BASE_URL: api } : { PAYMENT_SANDBOX: `http://127.0.0.1:${gatewayPort}` }
  const site = spawn(process.execPath, [resolve("scripts/start.mjs"), "--port", String(port), "--host", "127.0.0.1", "--data", data], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...withoutConfiguration(), LOG_LEVEL: "warn", TRUSTED_PROXIES: "127.0.0.1", OUTGOING_ALLOW: "127.0.0.1,::1", ...sandbox },
  })
  let output = ""
  const listen = (chunk: Buffer) => (output += chunk.toString("utf8"))
  site.stdout.on("data", listen)
  site.stderr.on("data", listen)
  const stop = async () => {
    site.kill("SIGTERM")
    await new Promise((done) => (site.exitCode === null ? site.once("exit", done) : done(null)))
    rmSync(data, { recursive: true, force: true })
  }
  const end = Date.now() + startMs
  while (!output.includes("已启动")) {
    if (site.exitCode !== null || Date.now() > end) {
      await stop()
      throw new Error(`the site did not start:\n${output}`)
    }
    await new Promise((done) => setTimeout(done, 50))
  }
  return { url: `http://127.0.0.1:${port}`, gatewayPort, stop }
}
const newFolder = () => makeTestFolder("e2e")

/** Starts a site with the very command of the README, on a free port with a copy of the prepared data. */
export const startOwnSite = async (): Promise<OwnSite> => {
  const dataDir = newFolder()
  const { password: adminPassword } = await copyTestData("reading", dataDir)
  return { ...(await start(dataDir)), dataDir, adminPassword }
}

/** Starts only the pages, in front of the server at `api` (API_BASE_URL). */
export const startFront = (api: string): Promise<Pick<OwnSite, "url" | "gatewayPort" | "stop">> => start(newFolder(), api)

/** Starts a separate site behind a standalone front: the URL is that of the front, data and password are the site's. */
export const startSiteBehindFront = async (): Promise<OwnSite> => {
  const site = await startOwnSite()
  try {
    const front = await startFront(site.url)
    return {
      ...site,
      url: front.url,
      stop: async () => {
        await front.stop()
        await site.stop()
      },
    }
  } catch (error) {
    await site.stop()
    throw error
  }
}
