import { hostname } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import pg, { type PoolConfig } from "pg"
import { StartError } from "../errors"

/** Two keys: the locks with a single key are another space. */
const lockKeys = [7_301, 14]
/** How long PostgreSQL may need to notice that the import before was killed (ms). */
const settleMs = 1_000
const namePattern = /^doujia import (\d+) @ ?(.*)$/

export type ImportLock = { release(): Promise<void> }

/**
 * Makes this process the only one that imports into a database, across machines. PostgreSQL releases the lock with its connection, so that
 * a killed import leaves no lock behind. @throws StartError a sentence that names the holder
 */
export const acquireImportLock = async (connection: PoolConfig): Promise<ImportLock> => {
  // Names this process to the next one that asks; PostgreSQL keeps 63 bytes.
  const client = new pg.Client({ ...connection, application_name: `doujia import ${process.pid} @ ${hostname()}`.slice(0, 63) })
  // If the database restarts, the import gets the error on its own connections.
  client.on("error", () => undefined)
  await client.connect()
  try {
    // An import whose machine lost power must not hold the lock for hours.
    await client.query("set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3")
    for (const end = Date.now() + settleMs; ; await pause(100)) {
      const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1, $2) as ours", lockKeys)
      if (rows[0]?.ours) break
      if (Date.now() > end) throw new StartError(await refusal(client))
    }
  } catch (error) {
    await client.end()
    throw error
  }
  return { release: () => client.end() }
}

const refusal = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ name: string; started: string }>(
    `select a.application_name as name, to_char(a.backend_start at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as started from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database())`,
    lockKeys,
  )
  const [, pid = "", host = ""] = namePattern.exec(rows[0]?.name ?? "") ?? []
  const owner = pid ? `（${hostname().startsWith(host) ? "" : `${host} 上的 `}PID ${pid}，${rows[0]?.started} 开始）` : ""
  return `另一个导入正在往这个网站写${owner}，请等它做完，或先停下它。`
}
