import { Pool } from "pg"
import type { App } from "@/server/app"
import { connectionsOf, countConnections, countProcesses, fewest, shareOf, type ConnectionShare } from "@/server/db/connection-budget"
import type { Env } from "@/server/env"
import { isPooled, sessionOf, type SiteConnection } from "@/server/db/site-connection"
import { StartError } from "@/server/errors"

type Config = Pick<Env, "DATABASE_CONNECTIONS" | "PROCESS_MODE" | "SIBLINGS" | "WEB_CONCURRENCY">

/** The processes that start together: forked ones know it from the first one. */
const siblingsOf = ({ PROCESS_MODE, SIBLINGS, WEB_CONCURRENCY }: Config): number =>
  WEB_CONCURRENCY > 1 && PROCESS_MODE !== "worker" ? WEB_CONCURRENCY + 1 : SIBLINGS

/** A pooler accepts many more connections than PostgreSQL: without a configured limit, each process opens as many as it can use. */
const limitOf = ({ DATABASE_CONNECTIONS }: Config, connection: SiteConnection): number | undefined =>
  DATABASE_CONNECTIONS ?? (isPooled(connection) ? Number.MAX_SAFE_INTEGER : undefined)

/**
 * Returns the share of this process before it opens its pools.
 * @throws StartError if the server does not accept enough connections for all processes
 */
export const readBudget = async (env: Config, connection: SiteConnection): Promise<ConnectionShare> => {
  const pool = new Pool({ ...sessionOf(connection), max: 1, connectionTimeoutMillis: 10_000 })
  pool.on("error", () => undefined)
  const count = await countConnections(pool, limitOf(env, connection)).finally(() => pool.end())
  const processes = countProcesses(count, sessionOf(connection).application_name ?? "", siblingsOf(env))
  if (processes * fewest > count.limit)
    throw new StartError(
      `数据库只接受 ${count.limit} 个连接，${processes} 个进程至少要 ${processes * fewest} 个：请调大数据库的 max_connections，或减少进程（WEB_CONCURRENCY）。`,
    )
  return shareOf({ limit: count.limit, processes })
}

/** How often the number of processes is counted again (ms). */
const recountMs = 15_000

/** Adapts the pool of requests when processes join or leave. Returns a function that ends this. */
export const keepBudget = (app: Pick<App, "database" | "log">, env: Config, connection: SiteConnection): (() => void) => {
  let before = 0
  const recount = async () => {
    const count = await countConnections(app.database.pool, limitOf(env, connection))
    const processes = countProcesses(count, connection.application_name ?? "", siblingsOf(env))
    if (processes === before) return
    before = processes
    const share = shareOf({ limit: count.limit, processes })
    app.database.resize(share.main)
    app.log.debug({ processes, connections: connectionsOf(share) }, "数据库连接重新分配")
  }
  const timer = setInterval(() => void recount().catch(() => undefined), recountMs).unref()
  return () => clearInterval(timer)
}
