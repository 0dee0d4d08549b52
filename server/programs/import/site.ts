import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { App } from "@/server/app"
import { closeDataFolder } from "@/server/db/data-folder"
import { acquireImportLock } from "@/server/db/import-lock"
import { migrateSite } from "@/server/db/migrate"
import { env } from "@/server/env"
import { openSiteDatabase } from "@/server/programs/site-database"
import { findSiteFolder, requireDatabase } from "@/server/programs/site-folder"
import { ownDiskError } from "@/server/programs/failure"
import { createLocalApp } from "@/server/programs/local-backend"
import { announce, print } from "./printing"
import { createLog } from "@/server/security/log"
import { projectRoot } from "@/server/db/project-root"

export const root = projectRoot(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }

/** The data folder of the site that the import works on. @throws StartError if there is no site */
export const importFolder = async (typed: string | undefined): Promise<string> => {
  const dataDir = await findSiteFolder(root, typed, print)
  requireDatabase(dataDir, env())
  return dataDir
}

/**
 * Runs work beside the running site, or with the database of a stopped site, which cannot start in the meantime. Two imports never run at
 * once.
 */
export const withSite = async (dataDir: string, work: (app: App) => Promise<void>): Promise<void> => {
  const settings = env()
  closeDataFolder(dataDir)
  const { connection, stop } = await openSiteDatabase(dataDir, { alone: true, announce })
  try {
    const lock = await acquireImportLock(connection)
    try {
      await migrateSite(connection, join(root, "server", "db", "migrations"))
      const app = await createLocalApp({ env: settings, root, dataDir, version, log: createLog("error") }, { ...connection, max: 10 })
      try {
        await work(app)
      } catch (error) {
        throw ownDiskError(error, dataDir)
      } finally {
        await app.stop(2)
      }
    } finally {
      await lock.release()
    }
  } finally {
    await stop()
  }
}
