import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { Client } from "pg"
import { settingGroups } from "../../lib/contract/site/settings.groups"
import { createCtx } from "../../server/context"
import { coverKey, fileKey, pageKey, pictureKey, picturePath } from "../../server/modules/library/files/storage-keys.rules"
import { syncPermissions } from "../../server/modules/people/group/permission.usecases"
import { forgetSettings } from "../../server/modules/site/settings/settings.usecases"
import type { TestApp } from "../setup/test-app"
import { readTables, type FixtureRow } from "./recording"

/* A site that holds the same data as the compatible server did when it was recorded: the same people, with the same ids. */

/** The content that a document of that server had; its SHA-256 is unknown, so it gets one made of its MD5. */
const sha256Of = (hash: string) => hash + hash
const picture = Buffer.from("a picture")
const pictureName = createHash("sha256").update(picture).digest("hex")
/** Every picture of the site lies here. */
export const pictureAddress = picturePath(pictureName, ".webp")
/** The MD5 of a document's content that can be read. */
export const readableHash = "24375a81a834f2ff8356607e0c2cb5f5"

/** The password of a person of the recorded server. */
export const passwordOf = (id: number) => (id === 1 ? "admin-pass" : `reader-${id - 2}`)

type Rows = Record<string, FixtureRow[]>

/** The same with every picture of that server at the address of ours. */
export const withOurPicture = (text: string): string => text.replaceAll(/\/uploads\/[^"'\\ ]+\.(?:png|jpg)/g, pictureAddress)

/** Their rows as ours: what our tables hold beside, and nothing that they do not. */
const translate = async (app: TestApp, given: Rows): Promise<Rows> => {
  const tables = JSON.parse(withOurPicture(JSON.stringify(given))) as Rows
  const attachments = tables.attachment!
  const fileOf = (id: FixtureRow[string] | undefined): FixtureRow => attachments.find((file) => file.type === 2 && file.type_id === id)!
  const user = await Promise.all(
    tables.user!.map(async (row): Promise<FixtureRow> => ({ ...row, password: await app.passwords.hash(passwordOf(Number(row.id))) })),
  )
  const saved = settingGroups as Record<string, Record<string, unknown>>
  const document = tables.document!.map((row): FixtureRow & { sha256: string } => ({
    ...row,
    attachment_id: fileOf(row.id).id!,
    sha256: sha256Of(String(fileOf(row.id).hash)),
    converted_pages: row.pages!,
  }))
  return {
    ...tables,
    user,
    attachment: attachments.map((row) => ({ ...row, sha256: sha256Of(String(row.hash)) })),
    document,
    dynamic: tables.dynamic!.map((row) => ({ ...row, words: row.content! })),
    sign: tables.sign!.map((row) => ({ ...row, streak: 1 })),
    config: tables.config!.filter(({ category, name }) => String(name) in (saved[String(category)] ?? {})),
    ledger_account: user.map((row) => ({ user_id: row.id!, balance: row.credit_count! })),
    conversion: document
      .filter((row) => row.status === 2)
      .map((row) => ({ sha256: row.sha256, version: 1, pages: row.pages!, drawn: row.pages! })),
    page: document
      .filter((row) => row.status === 2)
      .flatMap((row) =>
        Array.from({ length: Number(row.pages) }, (_, n) => ({ sha256: row.sha256, version: 1, page: n + 1, width: 595, height: 842 })),
      ),
  }
}

const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
/** Times of that server are UTC. */
const inUtc = (row: FixtureRow): FixtureRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" && isTime.test(value) ? `${value}Z` : value]),
  )

const columnsOf = async (client: Client): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ table_name: string; names: string[] }>(
    "select table_name, array_agg(column_name::text) as names from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1",
  )
  return new Map(rows.map(({ table_name, names }) => [table_name, names]))
}

/** Writes rows past every rule of the program, with the ids that they have. */
const insert = async (client: Client, table: string, columnNames: string[], rows: FixtureRow[]) => {
  const names = Object.keys(rows[0] ?? {}).filter((name) => columnNames.includes(name))
  if (!names.length) return
  const columns = names.map((name) => `"${name}"`).join(", ")
  const source = `select ${columns} from jsonb_populate_recordset(null::"${table}", $1)`
  await client.query(`insert into "${table}" (${columns}) ${source} on conflict do nothing`, [JSON.stringify(rows.map(inUtc))])
}

/** A row like one that is there, with another id; `more` are the columns that must differ. */
export type Copy = { table: string; id: number; more: FixtureRow }

/**
 * Fills the app's database with the recorded server's rows and its storage with their files. `restore` brings back the
 * state of the last `keep`, whatever was done since.
 */
export const familySite = async (app: TestApp) => {
  const client = new Client(app.database.pool.options)
  await client.connect()
  await client.query("set session_replication_role = replica") // rows of the past break rules that hold for new ones
  const columns = await columnsOf(client)
  const tables = [...columns.keys()]
  const truncate = `truncate ${tables.map((name) => `public."${name}"`).join(", ")}`
  const forget = () => {
    app.sessions.forgetAll()
    forgetSettings(app)
  }
  const counted = await client.query<{ table_name: string }>(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'",
  )
  /** New rows get ids behind those that are there. */
  const advance = async () => {
    for (const { table_name } of counted.rows)
      await client.query(
        `select setval(pg_get_serial_sequence('"${table_name}"', 'id'), (select coalesce(max(id), 0) + 1 from "${table_name}"), false)`,
      )
  }
  await client.query(truncate)
  const rows = await translate(app, readTables())
  for (const [table, list] of Object.entries(rows)) if (columns.has(table)) await insert(client, table, columns.get(table)!, list)
  await advance()
  forget()
  await syncPermissions(createCtx(app))
  await storeFiles(app, rows)
  return {
    end: () => client.end(),
    /** The row as it is kept; undefined where there is none. */
    row: async (table: string, id: number): Promise<FixtureRow | undefined> =>
      columns.has(table)
        ? (await client.query<{ row: FixtureRow }>(`select to_jsonb(t) as row from "${table}" t where id = $1`, [id])).rows[0]?.row
        : undefined,
    query: (text: string, values: unknown[]) => client.query(text, values),
    add: async ({ table, id, more }: Copy) => {
      if (!columns.has(table)) return
      const [like] = (await client.query<{ row: FixtureRow }>(`select to_jsonb(t) as row from "${table}" t order by id limit 1`)).rows
      if (like) await insert(client, table, columns.get(table)!, [{ ...like.row, ...more, id }])
    },
    keep: async () => {
      await advance()
      await client.query("drop schema if exists kept cascade; create schema kept")
      for (const table of tables) await client.query(`create table kept."${table}" as table public."${table}"`)
    },
    restore: async () => {
      // not truncated: new files for every table and index take ten times as long as deleting the few rows
      const deletions = tables.map((table) => `delete from public."${table}"`)
      // columns that the database computes are not written
      const copies = tables.map((table) => {
        const names = columns
          .get(table)!
          .map((name) => `"${name}"`)
          .join(", ")
        return `insert into public."${table}" (${names}) select ${names} from kept."${table}"`
      })
      await client.query(["begin", ...deletions, ...copies, "commit"].join("; "))
      forget()
      app.pageAccess.forget("*")
    },
  }
}

export type FamilySite = Awaited<ReturnType<typeof familySite>>

const storeFiles = async (app: TestApp, { document, attachment }: Rows) => {
  await app.storage.put(pictureKey(pictureName, ".webp"), picture, false)
  for (const { hash, ext } of attachment!) await app.storage.put(fileKey(sha256Of(String(hash)), String(ext)), Buffer.from("a file"), false)
  for (const { sha256, pages } of document!) {
    await app.storage.put(coverKey(String(sha256), 1), picture, false)
    for (let page = 1; page <= Number(pages); page++) await app.storage.put(pageKey(String(sha256), 1, page), gzipSync("<svg/>"), false)
  }
}
