import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { PoolConfig } from "pg"
import type { App } from "@/server/app"
import { closeDataFolder } from "@/server/db/data-folder"
import { findRunningDatabase, startEmbeddedDatabase } from "@/server/db/embedded"
import { acquireInstanceLock } from "@/server/db/instance-lock"
import { migrateSite } from "@/server/db/migrate"
import { env } from "@/server/env"
import { findSiteFolder, requireDatabase } from "@/server/programs/site-folder"
import { createLocalApp } from "@/server/programs/local-backend"
import { print } from "./printing"
import { createLog } from "@/server/security/log"
import { projectRoot } from "@/server/db/project-root"

export const root = projectRoot(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }

/** The data folder of the site that the import works on. @throws StartError if there is no site */
export const importFolder = (typed: string | undefined): string => {
  const dataDir = findSiteFolder(root, typed, print)
  requireDatabase(dataDir, env())
  return dataDir
}

/** Runs work beside the running site, or with the database of a stopped site, which cannot start in the meantime. */
export const withSite = async (dataDir: string, work: (app: App) => Promise<void>): Promise<void> => {
  const settings = env()
  closeDataFolder(dataDir)
  const running = settings.DATABASE_URL ? null : findRunningDatabase(dataDir)
  const lock = settings.DATABASE_URL || running ? null : await acquireInstanceLock(dataDir, "instance.lock")
  const embeddedDatabase = settings.DATABASE_URL || running ? null : await startEmbeddedDatabase({ dataDir, log: () => undefined })
  const connection: PoolConfig = settings.DATABASE_URL
    ? { connectionString: settings.DATABASE_URL }
    : (running ?? embeddedDatabase!.connection)
  try {
    await migrateSite(connection, join(root, "server", "db", "migrations"))
    const app = await createLocalApp({ env: settings, root, dataDir, version, log: createLog("error") }, { ...connection, max: 10 })
    try {
      await work(app)
    } finally {
      await app.stop(2)
    }
  } finally {
    await embeddedDatabase?.stop()
    await lock?.release()
  }
}
