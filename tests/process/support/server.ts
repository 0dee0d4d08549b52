import { rm } from "node:fs/promises"
import { launchServer, startServer, startFails, type Running, type ServerOptions } from "../../../scripts/lib/server.mjs"
import { copyTestData, type Admin } from "../../../scripts/lib/test-data.mjs"
import { makeTestFolder } from "../../../scripts/lib/test-folder.mjs"

/** The default configuration of every site in these tests; a test adds its own. */
const defaultEnv = { LAME_DUCK_SECONDS: "0", LOG_LEVEL: "warn", CONVERT_CONCURRENCY: "2", TRUSTED_PROXIES: "127.0.0.1" }
const configured = (options: ServerOptions): ServerOptions => ({ ...options, env: { ...defaultEnv, ...options.env } })

export const startSite = (options: ServerOptions): Promise<Running> => startServer(configured(options))
export const launchSite = (options: ServerOptions) => launchServer(configured(options))
export const siteFails = (options: ServerOptions) => startFails(configured(options))

export type DataFolder = { path: string; remove: () => Promise<void> }

/** Creates an empty folder, before the site's first start. */
export const newDataFolder = async (): Promise<DataFolder> => {
  const path = makeTestFolder("process")
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}

/** Creates a folder as it is after the first start: with the first administrator and, if requested, the samples, all of them converted. */
export const preparedDataFolder = async (kind: "empty" | "samples" = "empty"): Promise<DataFolder & { admin: Admin }> => {
  const folder = await newDataFolder()
  return { ...folder, admin: await copyTestData(kind, folder.path) }
}
