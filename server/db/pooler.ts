import pg, { type Client, type PoolConfig } from "pg"
import { StartError } from "../errors"
import { statementMs } from "./site-connection"

/**
 * The pooler between a process and PostgreSQL. `transactions`: it gives the connection to another client after each transaction.
 * `keepsNames`: a named statement works on every connection. `version`: "" if the pooler does not report it to this user.
 */
export type Pooler = { transactions: boolean; keepsNames: boolean; version: string }

const probeMs = 10_000
/** A busy pooler may give the two probes different connections. */
const attempts = 20

const open = async (config: PoolConfig): Promise<Client> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  client.on("error", () => undefined)
  await client.connect()
  return client
}

const pidOf = async (client: Client): Promise<number> =>
  (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid

/** Asks for the version on the pooler's own database, which it opens only to the users of its `stats_users`. */
const readVersion = async (url: string): Promise<string> => {
  try {
    const address = new URL(url)
    address.pathname = "/pgbouncer"
    const administration = await open({ connectionString: address.href })
    try {
      const { rows } = await administration.query<{ version: string }>("show version")
      return rows[0]?.version ?? ""
    } finally {
      await administration.end()
    }
  } catch {
    return ""
  }
}

/** While another client holds its connection, a named statement of this one runs on a connection that does not have it. */
const keepsNames = async (client: Client, other: Client): Promise<boolean> => {
  const statement = { name: "doujia-probe", text: "select pg_backend_pid() as pid" }
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      const { rows } = await client.query<{ pid: number }>(statement)
      await other.query("begin")
      const held = await pidOf(other)
      if (held !== rows[0]!.pid) continue
      await client.query(statement)
      return true
    } catch (error) {
      // no such statement, or one of another client with this name
      if (["26000", "42P05", "08P01"].includes((error as { code?: string }).code ?? "")) return false
      throw error
    } finally {
      await other.query("rollback").catch(() => undefined)
    }
  }
  return false
}

const sharesConnections = async (client: Client, other: Client): Promise<boolean> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const pid = await pidOf(client)
    await other.query("begin")
    const held = await pidOf(other)
    await other.query("rollback")
    if (held === pid) return true
  }
  return false
}

/** Examines what answers at this address; null if it is PostgreSQL itself. A pooler names another process than the one that answers. */
export const examinePooler = async (url: string): Promise<Pooler | null> => {
  const [client, other] = await Promise.all([open({ connectionString: url }), open({ connectionString: url })])
  try {
    if ((await pidOf(client)) === (client as unknown as { processID: number }).processID) return null
    const transactions = await sharesConnections(client, other)
    return { transactions, keepsNames: !transactions || (await keepsNames(client, other)), version: await readVersion(url) }
  } finally {
    await Promise.all([client.end(), other.end()])
  }
}

type Configured = { DATABASE_URL?: string; DATABASE_LISTEN_URL?: string; DATABASE_PREPARE: boolean }
/** The problem, and its solution. */
type Fault = { text: string; fix: string }

export const poolerName = ({ version, transactions }: Pooler): string =>
  `${version || "连接池（没有说版本，把数据库用户写进 PgBouncer 的 stats_users 就能看到）"}，${transactions ? "事务" : "会话"}模式`

/** Identifies a database: two addresses that differ here are two databases. */
const identityOf = async (config: PoolConfig): Promise<string> => {
  const client = await open(config)
  try {
    const { rows } = await client.query<{ id: string }>("select current_database() || ' ' || pg_postmaster_start_time() as id")
    return rows[0]!.id
  } finally {
    await client.end()
  }
}

/** Compares the configuration with what answers at its addresses; null if they fit. */
export const poolerFault = async (
  { DATABASE_URL, DATABASE_LISTEN_URL, DATABASE_PREPARE }: Configured,
  pooler: Pooler | null,
): Promise<Fault | null> => {
  const name = pooler ? poolerName(pooler) : ""
  if (pooler?.transactions && !DATABASE_LISTEN_URL)
    return {
      text: `DATABASE_URL 是${name}，收不到数据库的通知，也留不住锁`,
      fix: "再设置 DATABASE_LISTEN_URL，写 PostgreSQL 自己的地址（docs/growth.md）",
    }
  if (pooler && !pooler.keepsNames && DATABASE_PREPARE)
    return {
      text: `DATABASE_URL 是${name}，留不住具名的预备语句`,
      fix: "设置 DATABASE_PREPARE=off，或换成 PgBouncer 1.21 以上并设置 max_prepared_statements",
    }
  if (!DATABASE_URL || !DATABASE_LISTEN_URL) return null
  if ((await examinePooler(DATABASE_LISTEN_URL))?.transactions)
    return { text: "DATABASE_LISTEN_URL 也是事务模式的连接池", fix: "DATABASE_LISTEN_URL 要写 PostgreSQL 自己的地址，或会话模式的连接池" }
  const [pooled, direct] = await Promise.all([DATABASE_URL, DATABASE_LISTEN_URL].map((url) => identityOf({ connectionString: url })))
  if (pooled !== direct)
    return { text: "DATABASE_URL 和 DATABASE_LISTEN_URL 不是同一个数据库", fix: "两个地址要通到同一个 PostgreSQL 的同一个数据库" }
  return null
}

/** @throws StartError if a pooler is in the way, and the configuration does not fit it */
export const requirePoolerFits = async (configured: Configured): Promise<void> => {
  const { DATABASE_URL } = configured
  if (!DATABASE_URL) return
  const fault = await poolerFault(configured, await examinePooler(DATABASE_URL))
  if (fault) throw new StartError(`${fault.text}。请${fault.fix.replace(/^请/, "")}。`)
}

/**
 * Limits the statements of the pooled role in this database, because a pooler takes no parameters of a connection. Connections that the
 * pooler has open get it when they are renewed.
 */
export const setPooledRole = async (connection: PoolConfig): Promise<void> => {
  const client = await open(connection)
  try {
    await client.query(`do $limit$ begin
      perform pg_advisory_xact_lock(7301889);
      if not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) c
        where d.datname = current_database() and s.setrole = current_user::regrole and c like 'statement_timeout=%') then
        execute format('alter role current_user in database %I set statement_timeout = %L', current_database(), '${statementMs}');
      end if;
    end $limit$`)
  } finally {
    await client.end()
  }
}
