import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createHash } from "node:crypto"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { gunzipSync } from "node:zlib"
import { createCtx } from "@/server/context"
import { openSource } from "@/server/db/mariadb"
import { takeOver, type TableReport } from "@/server/modules/collecting/importer/takeover.usecases"
import { closeAtTheEnd } from "./opened"
import { startMariaDb } from "./mariadb"
import type { TestApp } from "./test-app"

type Options = { prefer?: "here" | "there"; dry?: boolean }
export const hashOf = (password: string) => `md5$salt$${createHash("md5").update(`salt${password}`).digest("hex")}`

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
    await theirs.query(`create database ${database} character set utf8mb4`)
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

  const lastIdThere = async (table: string): Promise<number> => {
    const [rows] = (await theirs.query(`select max(id) as id from mnt_${table}`)) as unknown as [{ id: number }[]]
    return Number(rows[0]!.id)
  }

  /** Adds rows to the source as its own program would, with the next number of each table. */
  const there = {
    user: async (name: string, signature = "") => {
      const id = (await lastIdThere("user")) + 1
      await theirs.query(
        "insert into mnt_user (id, username, password, email, signature, created_at) values (?, ?, ?, '', ?, '2026-11-23')",
        [id, name, hashOf(name), signature],
      )
      return id
    },
    document: async (title: string, user: number) => {
      const [id, file] = [(await lastIdThere("document")) + 1, (await lastIdThere("attachment")) + 1]
      const content = `文件 ${title}`
      const hash = createHash("md5").update(content).digest("hex")
      const path = `/documents/${hash.slice(0, 5).split("").join("/")}/${hash}.txt`
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), content)
      await theirs.query(
        "insert into mnt_attachment (id, hash, user_id, type_id, type, path, name, size, ext, created_at) values (?, ?, ?, ?, 2, ?, ?, ?, '.txt', '2026-11-23')",
        [file, hash, user, id, path, `${title}.txt`, Buffer.byteLength(content)],
      )
      await theirs.query(
        "insert into mnt_document (id, title, user_id, uuid, ext, status, size, created_at) values (?, ?, ?, ?, '.txt', 2, ?, '2026-11-23')",
        [id, title, user, hash.slice(0, 16), Buffer.byteLength(content)],
      )
      await theirs.query("insert into mnt_document_category (document_id, category_id, created_at) values (?, 1, '2026-11-23')", [id])
      return id
    },
    article: async (title: string, user: number) => {
      const id = (await lastIdThere("article")) + 1
      await theirs.query(
        "insert into mnt_article (id, identifier, title, content, user_id, status, created_at) values (?, ?, ?, '<p>正文</p>', ?, 1, '2026-11-23')",
        [id, `there-${id}-${title}`.slice(0, 60), title, user],
      )
      return id
    },
    comment: async (content: string, user: number, document: number, parent = 0) => {
      const id = (await lastIdThere("comment")) + 1
      await theirs.query(
        "insert into mnt_comment (id, content, user_id, document_id, parent_id, status, created_at) values (?, ?, ?, ?, ?, 1, '2026-11-23')",
        [id, content, user, document, parent],
      )
      return id
    },
  }

  return { theirs, folder, sourceSite, importFrom, there }
}
