import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { FullConfig } from "@playwright/test"

const startMs = 240_000

/** Starts the site with the very command of the README and waits until its samples can be read. Returns how to stop it. */
export default async (config: FullConfig) => {
  const { port } = config.metadata as { port: number }
  const data = mkdtempSync(join(tmpdir(), "doujia-e2e-"))
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
  try {
    const base = `http://127.0.0.1:${port}`
    await until(async () => {
      if (site.exitCode !== null) throw new Error(`the site ended:\n${output}`)
      return output.includes("已启动")
    })
    await until(async () => {
      const reply = await fetch(`${base}/api/v1/document/list`)
      return ((await reply.json()) as { total?: number }).total === 6
    })
    process.env.E2E_ADMIN_PASSWORD = /密码（只显示这一次）：(\S+)/.exec(output)?.[1] ?? ""
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

const until = async (look: () => Promise<boolean>) => {
  for (const end = Date.now() + startMs; Date.now() < end;) {
    if (await look().catch((error: Error) => (error.message.startsWith("the site ended") ? Promise.reject(error) : false))) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error("the site did not start")
}
