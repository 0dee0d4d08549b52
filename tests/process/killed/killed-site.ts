import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, expect } from "vitest"
import { freePort, type Running } from "../../../scripts/lib/server.mjs"
import { withoutConfiguration } from "../../setup/no-configuration"
import { takeBuild, type Build } from "../support/build"
import { query } from "../support/database"
import { loginAsFirstAdmin } from "../support/first-admin"
import { seeded } from "../support/random"
import { newDataFolder, startSite, type DataFolder } from "../support/server"

/**
 * One site for all topics, and the means to kill its programs. DOUJIA_SEED=… repeats the choices of an earlier run; DOUJIA_KILLS=100: the
 * long form.
 */
export const killedSite = () => {
  const seed = Number(process.env.DOUJIA_SEED ?? Date.now() % 1_000_000)
  const random = seeded(seed)
  const kills = Math.ceil(Number(process.env.DOUJIA_KILLS ?? 4) / 2)
  let build: Build
  let data: DataFolder
  let server: Running
  let port = 0
  const start = async () => {
    const env = { SAMPLES: "false", CONVERT_CONCURRENCY: "1", OUTGOING_ALLOW: "127.0.0.1" }
    server = await startSite({ main: build.main, dataDir: data.path, port, env })
  }
  beforeAll(async () => {
    build = await takeBuild()
    data = await newDataFolder()
    port = await freePort()
    await start()
  })
  afterAll(async () => {
    await server?.stop()
    await data?.remove()
    await build?.remove()
  })

  /**
   * Runs a program of the build beside the site; ends with SIGKILL some time after its first line (`cli` prints nothing before its end), or
   * with the exit code.
   */
  const run = async (program: string, args: string[], killAfterMs: number | null, env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [join(build.main, `../${program}.mjs`), ...args], {
      env: { ...withoutConfiguration(), NODE_ENV: "production", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let output = ""
    child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString()))
    child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()))
    const ended = once(child, "close") as Promise<[number | null, string | null]>
    if (killAfterMs !== null) {
      if (program !== "cli") await Promise.race([once(child.stdout, "data"), ended])
      await pause(killAfterMs)
      child.kill("SIGKILL")
    }
    const [code, signal] = await ended
    return { code, signal, output }
  }

  return {
    seed,
    random,
    kills,
    /** Every run starts a site in its own process: seconds on an idle machine, many times that on a busy one. */
    withinMs: (kills + 2) * 120_000,
    data: () => data,
    server: () => server,
    loginAsAdmin: () => loginAsFirstAdmin({ main: build.main, dataDir: data.path, url: server.url }),
    run,
    /**
     * Kills the program repeatedly at random moments, the first time early, since a fast machine would finish; then lets it complete.
     * @returns how many runs were really interrupted
     */
    untilDone: async (program: string, args: string[], spanMs: number, env: Record<string, string> = {}): Promise<number> => {
      let cut = 0
      for (let n = 0; n < kills; n++) {
        const { signal } = await run(program, args, random.below(n === 0 ? spanMs / 4 : spanMs), env)
        if (signal === "SIGKILL") cut++
      }
      const { code, output } = await run(program, args, null, env)
      expect([code, output], `seed ${seed}`).toEqual([0, expect.any(String)])
      return cut
    },
    /** Kills the site itself and starts it again on the data it left. */
    killSite: async () => {
      await server.kill()
      await start()
    },
    rows: <T extends object>(statement: string, values: unknown[] = []) => query<T>(data.path, statement, values),
  }
}
export type KilledSite = ReturnType<typeof killedSite>
