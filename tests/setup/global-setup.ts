import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Client } from "pg"
import type { TestProject } from "vitest/node"
import { makeTestFolder } from "../../scripts/lib/test-folder.mjs"
import { openDatabase } from "../../server/db/client"
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../server/db/embedded"
import { migrateDatabase } from "../../server/db/migrate"
import { createLog } from "../../server/security/log"
import { templateCluster } from "./template-cluster"

declare module "vitest" {
  export interface ProvidedContext {
    /** the PostgreSQL of this test run */
    postgres: { host: string; port: number; user: string; database: string }
    /** its database with the migrated schema, to be copied */
    template: string
    /** data folders of what the tests start; removed after the run */
    folders: string
  }
}

const template = "template_doujia"

const migrations = join(import.meta.dirname, "../../server/db/migrations")

/** Starts the server with its template, from the cached cluster if that matches. */
const startDatabase = async (folder: string) => {
  const cluster = join(folder, "postgres")
  const start = () => startEmbeddedDatabase({ dataDir: folder, log: () => undefined })
  const cachedCluster = templateCluster()
  if (cachedCluster.restore(cluster)) return start()
  const database = await start()
  await buildTemplate(database.connection)
  await database.stop()
  cachedCluster.keep(cluster)
  return start()
}

const buildTemplate = async (server: EmbeddedDatabase["connection"]) => {
  const admin = new Client(server)
  await admin.connect()
  await admin.query(`create database ${template}`)
  // nothing that these tests write needs to survive a crash
  // the back ends of a file stay open until its end, and two files run at once
  for (const setting of ["synchronous_commit = off", "full_page_writes = off", "max_wal_size = '256MB'", "max_connections = 300"])
    await admin.query(`alter system set ${setting}`)
  await admin.query("select pg_reload_conf()")
  await admin.end()
  const connection = { ...server, database: template }
  const handle = openDatabase({ ...connection, max: 2 }, () => undefined)
  await migrateDatabase(handle.db, migrations)
  await handle.close()
  // imported here: the list of jobs loads the whole back end, which takes longer than all the rest
  const { modules } = await import("../../server/modules")
  const { jobsOf } = await import("../../server/module")
  const { openQueue } = await import("../../server/jobs/queue")
  const queue = await openQueue(connection, jobsOf(modules), createLog("silent"))
  await queue.stop(0)
}

/** Starts one real PostgreSQL for the whole run, and creates one migrated database that every test file copies. */
export default async (project: TestProject) => {
  const folder = makeTestFolder("tests")
  const database = await startDatabase(folder)
  project.provide("postgres", database.connection)
  project.provide("template", template)
  const folders = join(folder, "apps")
  await mkdir(folders)
  project.provide("folders", folders)
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
