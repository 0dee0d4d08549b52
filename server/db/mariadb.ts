import { errorCode, StartError } from "../errors"
import { readAddress, type SourceAddress } from "./mariadb-address"
import { connectSource, sourceReason, type ConnectionWishes } from "./mariadb-connection"

/** A row of the source site: texts, numbers, and times as `2026-01-02 03:04:05`. */
export type SourceRow = { id: number } & Record<string, string | number | null>

/** The database of the site being imported; it is only read. */
export type SourceDatabase = {
  /** Identifies the site without the password: host, database and prefix. */
  name: string
  /** UTC offset of the source's local times, as `+08:00`. */
  offset: string
  has(table: string): boolean
  /** The names of a table's columns; none if there is no such table. */
  columns(table: string): ReadonlySet<string>
  /** The names of all tables, without the prefix. */
  tables(): string[]
  /** Reads the rows with the smallest ids. */
  first(table: string, most: number): Promise<SourceRow[]>
  /** Returns the ids that have a row. */
  existing(table: string, ids: readonly number[]): Promise<Set<number>>
  /** Counts the rows with a greater id; of a table without ids all rows, at most 200,000. */
  count(table: string, after: number): Promise<number>
  /** Streams the rows with a greater id, ordered by id. */
  rows(table: string, after: number): AsyncIterable<SourceRow>
  close(): Promise<void>
}

export type SourceOptions = ConnectionWishes & {
  prefix?: string
  /** UTC offset of the source's local times, as `+08:00`; the default is the server's own time zone. */
  offset?: string
  /** Replaces the password of the address. */
  password?: string
}

/** The rows that one query counts: a query about a whole table of millions would look like a server that does not answer. */
const countedAtOnce = 200_000

/** @throws StartError if the server does not answer or the database is not a supported site */
export const openSource = async (
  address: string,
  { prefix = "mnt_", offset = "", password, ...wishes }: SourceOptions = {},
): Promise<SourceDatabase> => {
  if (!/^\w*$/.test(prefix)) throw new StartError("--prefix 只能有字母、数字和下划线。")
  if (offset && !/^[+-]\d{2}:\d{2}$/.test(offset)) throw new StartError("--timezone 应该像 +08:00。")
  const where = readAddress(address)
  if (password !== undefined) where.password = password
  const connection = connectSource(where, wishes)
  const listed = await connection
    .askOnce<{ name: string; field: string }>(
      "select table_name as name, column_name as field from information_schema.columns where table_schema = ?",
      [where.database],
    )
    .catch((error: unknown) => {
      throw error instanceof StartError ? error : refusal(error, where)
    })
  const tables = new Map<string, Set<string>>()
  for (const { name, field } of listed) tables.set(name, (tables.get(name) ?? new Set()).add(field))
  const missing = ["user", "document", "config"].filter((name) => !tables.has(`${prefix}${name}`))
  if (missing.length) {
    connection.close()
    throw new StartError(`数据库 ${where.database} 里没有表 ${prefix}${missing[0]}，请检查数据库名和 --prefix。`)
  }
  return {
    name: `${where.socketPath ?? `${where.host}:${where.port}`}/${where.database}/${prefix}`,
    offset: offset || (await ownOffset(connection.ask)),
    has: (table) => tables.has(`${prefix}${table}`),
    columns: (table) => tables.get(`${prefix}${table}`) ?? new Set(),
    tables: () => [...tables.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    first: (table, most) => connection.ask<SourceRow>("select * from ?? order by id limit ?", [`${prefix}${table}`, most]),
    existing: async (table, ids) => {
      if (!ids.length || !tables.has(`${prefix}${table}`)) return new Set()
      const existing = await connection.ask<{ id: number }>("select id from ?? where id in (?)", [`${prefix}${table}`, ids])
      return new Set(existing.map(({ id }) => Number(id)))
    },
    count: async (table, after) => {
      if (!tables.get(`${prefix}${table}`)?.has("id")) {
        const [some] = await connection.ask<{ n: number }>("select count(*) as n from (select 1 from ?? limit ?) as some", [
          `${prefix}${table}`,
          countedAtOnce,
        ])
        return Number(some!.n)
      }
      for (let [total, last] = [0, after]; ;) {
        const [row] = await connection.ask<{ n: number; last: number | null }>(
          "select count(*) as n, max(id) as last from (select id from ?? where id > ? order by id limit ?) as some",
          [`${prefix}${table}`, last, countedAtOnce],
        )
        total += Number(row!.n)
        if (row!.last === null || Number(row!.n) < countedAtOnce) return total
        last = Number(row!.last)
      }
    },
    rows: (table, after) => connection.rowsAfter<SourceRow>(`${prefix}${table}`, after),
    // Closes immediately: after an error, the rest of a long result may still be arriving.
    close: async () => connection.close(),
  }
}

/** The source refused the user or the password, so that another password may help. */
export class SourceAccessDenied extends StartError {}

const refusal = (error: unknown, where: SourceAddress): StartError => {
  const at = where.socketPath ?? `${where.host}:${where.port}`
  const sentence = `连不上原来的数据库（${at}）：${sourceReason(error)}。`
  if (errorCode(error) === "ER_ACCESS_DENIED_ERROR")
    return new SourceAccessDenied(
      `${sentence}${where.password ? "密码写在 --from 里时，% 要写成 %25；" : ""}也可以用环境变量 IMPORT_PASSWORD 写密码，里面可以有任何字符。`,
      { cause: error },
    )
  const hint = errorCode(error) === "ENOTFOUND" ? "请检查 --from 里的主机名；密码里有特殊字符时，改用环境变量 IMPORT_PASSWORD。" : ""
  return new StartError(`${sentence}${hint}`, { cause: error })
}

/** The source stores times in its machine's time zone, which is usually also the database's. */
const ownOffset = async (ask: <T>(sql: string) => Promise<T[]>): Promise<string> => {
  const [row] = await ask<{ minutes: number }>("select round(timestampdiff(second, utc_timestamp(), now()) / 60) as minutes")
  const minutes = Number(row!.minutes)
  const two = (n: number) => String(Math.trunc(n)).padStart(2, "0")
  return `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}
