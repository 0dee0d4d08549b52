import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { freePort } from "../../scripts/lib/server.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"

export const startMs = 120_000

export type OwnSite = { url: string; dataDir: string; adminPassword: string; stop: () => Promise<void> }

/** Starts a site with the very command of the README, on a free port and a copy of the prepared data. */
export const startOwnSite = async (): Promise<OwnSite> => {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), "doujia-e2e-"))
  const { password } = await copyTestData("samples", data)
  const site = spawn(process.execPath, [resolve("scripts/start.mjs"), "--port", String(port), "--host", "127.0.0.1", "--data", data], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "warn", TRUSTED_PROXIES: "127.0.0.1" },
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
  return { url: `http://127.0.0.1:${port}`, dataDir: data, adminPassword: password, stop }
}
