import { cp, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { createCtx } from "@/server/context"
import { openSource } from "@/server/db/mariadb"
import { takeOver, type TableReport } from "@/server/modules/collecting/importer/takeover.usecases"
import { closeAtTheEnd } from "./opened"
import { startMariaDb } from "./mariadb"
import { sourceRows } from "./source-rows"
import type { TestApp } from "./test-app"

type Options = { prefer?: "here" | "there"; dry?: boolean }

/** Opens a MariaDB and a folder with the files of the recorded site, for tests of the takeover. */
export const openSources = async () => {
  const recorded = join(import.meta.dirname, "../import")
  const samples = join(import.meta.dirname, "../../server/modules/site/samples/content")
  const folder = await mkdtemp(join(tmpdir(), "import-again-"))
  closeAtTheEnd(() => rm(folder, { recursive: true, force: true }))
  await cp(join(recorded, "site"), folder, { recursive: true })
  const maria = await startMariaDb()
  const theirs = await maria.connect()
  closeAtTheEnd(async () => theirs.destroy())
  const dump = gunzipSync(await readFile(join(recorded, "database.sql.gz"))).toString("utf8")

  /** Creates a source site with the recorded rows. */
  const sourceSite = async (database: string) => {
    await theirs.query(`create or replace database ${database} character set utf8mb4`)
    await theirs.changeUser({ database })
    await theirs.query(dump)
  }

  /** Imports the source's present state, and returns its report. */
  const importFrom = async (app: TestApp, database: string, { prefer, dry = false }: Options = {}) => {
    const lines: string[] = []
    let tables: TableReport[] = []
    const source = await openSource(maria.address(database), { offset: "+00:00" })
    try {
      tables = await takeOver(createCtx(app), { source, folder, samples, dry, prefer, onDifference: (line) => lines.push(line) })
    } finally {
      await source.close()
    }
    return { lines, tables }
  }

  const there = sourceRows((statement, values) => theirs.query(statement, values), folder)

  return { theirs, folder, sourceSite, importFrom, there }
}
