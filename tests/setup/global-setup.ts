import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import type { TestProject } from "vitest/node"
import { openDatabase } from "../../server/db/client"
import { startEmbeddedDatabase } from "../../server/db/embedded"
import { migrateDatabase } from "../../server/db/migrate"
import { openQueue } from "../../server/jobs/queue"
import { createLog } from "../../server/log"
import { jobsOf } from "../../server/module"
import { modules } from "../../server/modules"

declare module "vitest" {
  export interface ProvidedContext {
    /** the run's own PostgreSQL; `template` holds the migrated schema to copy from */
    postgres: { host: string; port: number; user: string; database: string }
    /** data folders of what the tests start; gone after the run */
    folders: string
  }
}

export const templateName = "template_doujia"

/** One real PostgreSQL for the whole run, and one migrated database that every test file copies. */
export default async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), "doujia-tests-"))
  const database = await startEmbeddedDatabase({ dataDir: folder, log: () => undefined })
  const admin = new Client(database.connection)
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const connection = { ...database.connection, database: templateName }
  const handle = openDatabase({ ...connection, max: 2 }, () => undefined)
  await migrateDatabase(handle.db, join(import.meta.dirname, "../../server/db/migrations"))
  await handle.close()
  const queue = await openQueue(connection, jobsOf(modules), createLog("silent"))
  await queue.stop(0)
  project.provide("postgres", database.connection)
  const folders = join(folder, "apps")
  await mkdir(folders)
  project.provide("folders", folders)
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
