import cluster from "node:cluster"
import type { PoolConfig } from "pg"
import { env } from "../env"
import type { Log } from "../security/log"

/** Returns a connection URL that `pg` understands, for a server behind a unix socket or elsewhere. */
export const databaseUrl = ({ connectionString, host, port, user, password, database }: PoolConfig): string => {
  if (connectionString) return connectionString
  const login = `${encodeURIComponent(user ?? "")}${password ? `:${encodeURIComponent(String(password))}` : ""}`
  return `postgres://${login}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host ?? "localhost")}`
}

/** How long a web process may take to stop (ms): its lame duck time, its requests and its jobs. */
const stopMs = () => 25_000 + env().LAME_DUCK_SECONDS * 1000

const servingMessage = "serving"

export type WebProcesses = { ready: Promise<void>; stop: () => Promise<void> }

/**
 * Forks `count` processes that share the port and serve pages and the API, because one process uses one core. This process keeps the
 * database and the jobs. A process that dies is replaced.
 */
export const forkWeb = (count: number, connection: PoolConfig, log: Log): WebProcesses => {
  const variables = {
    DATABASE_URL: databaseUrl(connection),
    PROCESS_MODE: "web",
    WEB_CONCURRENCY: "1",
    SIBLINGS: String(count + 1),
    SAMPLES: "false",
  }
  let stopping = false
  // a process reports when it can serve; one that dies earlier is replaced
  const ready = new Promise<void>((done) => {
    let serving = 0
    cluster.on("message", (_worker, message) => {
      if (message === servingMessage && ++serving === count) done()
    })
  })
  cluster.on("exit", (worker, code) => {
    if (stopping) return
    log.error({ pid: worker.process.pid, code }, "网页进程意外退出，正在补上")
    setTimeout(() => stopping || cluster.fork(variables), 500)
  })
  for (let n = 0; n < count; n++) cluster.fork(variables)
  return {
    ready,
    stop: async () => {
      stopping = true
      const left = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [worker] : []))
      await Promise.all(
        left.map(
          (worker) =>
            new Promise<void>((done) => {
              worker.once("exit", () => done())
              worker.process.kill("SIGTERM")
              setTimeout(() => worker.process.kill("SIGKILL"), stopMs()).unref()
            }),
        ),
      )
    },
  }
}

/** Reports to the first process that this one serves requests. */
export const reportServing = (): void => void process.send?.(servingMessage)

/** Returns true in a forked process that shares the port of the first one. */
export const isForked = (): boolean => cluster.isWorker
