import { afterAll, beforeAll } from "vitest"
import { takeBuild, type Build } from "./build"
import type { Running } from "../../../scripts/lib/server.mjs"
import { descendants } from "../../../scripts/lib/processes.mjs"
import { preparedDataFolder, startSite } from "./server"

/**
 * The server of one test file, with a build and a data folder of its own (with the samples where wanted): it is there once tests run, and gone after the last.
 * A test that stops or kills it starts it again; `server()` is the one that runs now.
 */
export const ownServer = (env: Record<string, string>, kind: "empty" | "samples" = "empty") => {
  let build: Build
  let data: Awaited<ReturnType<typeof preparedDataFolder>>
  let server: Running
  /** Starts it with the file's configuration and, where wanted, with more. */
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
  /** The processes that serve people. */
  const webProcesses = () => descendants(server.pid).filter(({ command }) => command.includes("main.mjs"))
  return { start, server: () => server, webProcesses, build: () => build, data: () => data }
}
