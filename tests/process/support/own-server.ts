import { afterAll, beforeAll } from "vitest"
import { takeBuild, type Build } from "./build"
import type { Running } from "../../../scripts/lib/server.mjs"
import { descendants } from "../../../scripts/lib/processes.mjs"
import { preparedDataFolder, startSite } from "./server"

/**
 * Starts the server of one test file, with its own build and data folder (with the samples if requested), before the tests, and removes it
 * after the last. A test that stops or kills it starts it again; `server()` returns the one that runs now.
 */
export const ownServer = (env: Record<string, string>, kind: "empty" | "samples" = "empty") => {
  let build: Build
  let data: Awaited<ReturnType<typeof preparedDataFolder>>
  let server: Running
  /** Starts it with the file's configuration and, optionally, additional variables. */
  const start = async (withinMs?: number, more: Record<string, string> = {}) =>
    void (server = await startSite({ main: build.main, dataDir: data.path, env: { ...env, ...more }, withinMs }))
  beforeAll(async () => {
    build = await takeBuild()
    data = await preparedDataFolder(kind)
    await start()
  })
  afterAll(async () => {
    await server?.stop()
    await data?.remove()
    await build?.remove()
  })
  /** Returns the processes that serve users. */
  const webProcesses = () => descendants(server.pid).filter(({ command }) => command.includes("main.mjs"))
  return { start, server: () => server, webProcesses, build: () => build, data: () => data }
}
