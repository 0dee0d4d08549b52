import { hostname } from "node:os"
import type { Pool } from "pg"
import { pooledName } from "./site-connection"

/** How many connections one process may open, by purpose. */
export type ConnectionShare = { main: number; search: number; queue: number }
/** `processes`: all that share the database. `limit`: what the server accepts from all of them together. */
type Budget = { limit: number; processes: number }

/** One each: reads that transactions wait for, the probe of outages, and the two connections that listen for notifications. */
const fixed = 4
const most: ConnectionShare = { main: 20, search: 4, queue: 4 }
const least: ConnectionShare = { main: 2, search: 1, queue: 1 }
/** Kept free for commands, an import, and a process that starts while another one stops. */
const spare = 10

/** The most that a process opens beside a pooler: two that listen, one aside, two for locks, three for the index. */
export const sessionConnections = 8

export const connectionsOf = ({ main, search, queue }: ConnectionShare): number => fixed + main + search + queue
/** The fewest connections that a process works with. */
export const fewest = connectionsOf(least)

/** Divides the connections among the processes: search and queue get a sixth each. */
export const shareOf = ({ limit, processes }: Budget): ConnectionShare => {
  const each = Math.floor((limit - spare) / Math.max(1, processes)) - fixed
  const part = (size: number, name: keyof ConnectionShare) => Math.max(least[name], Math.min(most[name], size))
  const [search, queue] = [part(Math.floor(each / 6), "search"), part(Math.floor(each / 6), "queue")]
  return { main: part(each - search - queue, "main"), search, queue }
}

/** Names a process in `pg_stat_activity`. Forked processes belong to the group of the first one. */
export const processName = (mode: string, group = process.pid): string =>
  `doujia ${mode} ${group}/${process.pid} @ ${hostname()}`.slice(0, 63)

export type ConnectionCount = {
  /** the server's limit for users other than superusers */
  limit: number
  /** the names of the site's processes that are connected, with their connections */
  processes: Map<string, number>
  /** connections of a pooler before the database */
  pooled: number
  /** connections of all other clients */
  others: number
}

/** Counts the connections of the server. `configured` replaces its limit (DATABASE_CONNECTIONS). */
export const countConnections = async (pool: Pick<Pool, "query">, configured?: number): Promise<ConnectionCount> => {
  const { rows } = await pool.query<{ limit: number; name: string | null; n: number }>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "limit",
      case when application_name ~ '^doujia (all|web|worker) ' and datname = current_database() or application_name = '${pooledName}' then application_name end as name, count(*)::int as n
    from pg_stat_activity where backend_type = 'client backend' group by 2`)
  const processes = new Map(rows.flatMap(({ name, n }) => (name === null || name === pooledName ? [] : [[name, n] as const])))
  const pooled = rows.find(({ name }) => name === pooledName)?.n ?? 0
  const others = rows.find(({ name }) => name === null)?.n ?? 0
  return { limit: configured ?? rows[0]?.limit ?? 100, processes, pooled, others }
}

const groupOf = (name: string): string => name.replace(/\/\d+ @/, " @")

/** Counts the processes that share the database: the `siblings` started together with this one, and those of other groups. */
export const countProcesses = ({ processes }: ConnectionCount, self: string, siblings: number): number =>
  siblings + [...processes.keys()].filter((name) => groupOf(name) !== groupOf(self)).length
