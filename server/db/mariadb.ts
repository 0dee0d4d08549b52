import mysql, { type Connection, type ConnectionOptions, type RowDataPacket } from "mysql2"
import { StartError } from "../errors"

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
  /** Counts the rows with a greater id. */
  count(table: string, after: number): Promise<number>
  /** Streams the rows with a greater id, ordered by id. */
  rows(table: string, after: number): AsyncIterable<SourceRow>
  close(): Promise<void>
}

/** Parses `mysql://user:password@host:3306/database`; `?socket=/path` replaces the host. */
export const readAddress = (address: string): ConnectionOptions & { database: string } => {
  const url = URL.canParse(address) ? new URL(address) : null
  const database = decodeURIComponent(url?.pathname.slice(1) ?? "")
  if (!url || !/^(mysql|mariadb):$/.test(url.protocol) || !/^[^/`]+$/.test(database))
    throw new StartError("--from 应该像 mysql://用户:密码@主机:3306/数据库。")
  const socketPath = url.searchParams.get("socket")
  return {
    database,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(socketPath ? { socketPath } : { host: url.hostname, port: Number(url.port || 3306) }),
  }
}

const options = { charset: "utf8mb4", dateStrings: true, supportBigNumbers: true, decimalNumbers: true, connectTimeout: 10_000 } as const
/** How long the server waits while files are copied between two rows (s). */
const patience = 7_200

const ask = <T>(connection: Connection, sql: string, values: unknown[] = []): Promise<T[]> =>
  new Promise((resolve, reject) =>
    connection.query<RowDataPacket[]>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as T[]))),
  )

/**
 * Opens the source database. `offset` is like `+08:00`; the default is the server's own time zone. @throws StartError if the server does
 * not answer or the database is not a supported site
 */
export const openSource = async (address: string, { prefix = "mnt_", offset = "" } = {}): Promise<SourceDatabase> => {
  if (!/^\w*$/.test(prefix)) throw new StartError("--prefix 只能有字母、数字和下划线。")
  if (offset && !/^[+-]\d{2}:\d{2}$/.test(offset)) throw new StartError("--timezone 应该像 +08:00。")
  const where = readAddress(address)
  const connection = mysql.createConnection({ ...options, ...where })
  // A broken connection rejects every pending and later query.
  connection.on("error", () => undefined)
  const tables = await listTables(connection, where.database).catch((error: Error) => {
    connection.destroy()
    throw new StartError(`连不上原来的数据库：${error.message}`, { cause: error })
  })
  const missing = ["user", "document", "config"].filter((name) => !tables.has(`${prefix}${name}`))
  if (missing.length) {
    connection.destroy()
    throw new StartError(`数据库 ${where.database} 里没有表 ${prefix}${missing[0]}，请检查数据库名和 --prefix。`)
  }
  return {
    name: `${where.socketPath ?? `${where.host}:${where.port}`}/${where.database}/${prefix}`,
    offset: offset || (await ownOffset(connection)),
    has: (table) => tables.has(`${prefix}${table}`),
    columns: (table) => tables.get(`${prefix}${table}`) ?? new Set(),
    tables: () => [...tables.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    first: (table, most) => ask<SourceRow>(connection, "select * from ?? order by id limit ?", [`${prefix}${table}`, most]),
    count: async (table, after) =>
      Number((await ask<{ n: number }>(connection, "select count(*) as n from ?? where id > ?", [`${prefix}${table}`, after]))[0]!.n),
    rows: (table, after) =>
      connection
        .query("select * from ?? where id > ? order by id", [`${prefix}${table}`, after])
        .stream({ highWaterMark: 64 }) as AsyncIterable<SourceRow>,
    // Closes immediately: after an error, the rest of a long result may still be arriving.
    close: async () => connection.destroy(),
  }
}

/** Returns the columns of all tables. */
const listTables = async (connection: Connection, database: string): Promise<Map<string, Set<string>>> => {
  await ask(connection, `set session net_write_timeout = ${patience}, wait_timeout = ${patience}`)
  const rows = await ask<{ name: string; field: string }>(
    connection,
    "select table_name as name, column_name as field from information_schema.columns where table_schema = ?",
    [database],
  )
  const tables = new Map<string, Set<string>>()
  for (const { name, field } of rows) tables.set(name, (tables.get(name) ?? new Set()).add(field))
  return tables
}

/** The source stores times in its machine's time zone, which is usually also the database's. */
const ownOffset = async (connection: Connection): Promise<string> => {
  const [row] = await ask<{ minutes: number }>(connection, "select round(timestampdiff(second, utc_timestamp(), now()) / 60) as minutes")
  const minutes = Number(row!.minutes)
  const two = (n: number) => String(Math.trunc(n)).padStart(2, "0")
  return `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}
