import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { readPostmasterFile } from "../../server/db/embedded-orphans"
import type { seeded } from "../../tests/process/support/random"
import { Failure } from "../../scripts/lib/failure.mjs"
import { descendants, isAlive, signal } from "../../scripts/lib/processes.mjs"
import { launchServer, startServer, type Running, type ServerOptions } from "../../scripts/lib/server.mjs"

/** The targets of SIGKILL. */
export const killTitles = {
  process: "进程",
  start: "进程，启动到一半再一次",
  both: "进程和它的 PostgreSQL",
  postmaster: "PostgreSQL",
  backend: "PostgreSQL 的一个连接",
} as const
export type KillKind = keyof typeof killTitles
export const killKinds = Object.keys(killTitles) as KillKind[]

/** Returns the processes of the database in a data folder; the first is the postmaster. */
export const databaseProcesses = (dataDir: string): number[] => {
  const pid = readPostmasterFile(join(dataDir, "postgres"))?.pid ?? 0
  return [pid, ...descendants(pid).map((one) => one.pid)]
}
/** Sends SIGKILL to a process that is alive. */
export const strike = (pid: number): void => {
  if (pid > 1 && isAlive(pid)) signal(pid, "SIGKILL")
}

type Random = ReturnType<typeof seeded>
type Options = { server: ServerOptions & { port: number }; random: Random }

const comesUpWithinMs = 90_000

/** Creates a site that is killed and restarted: `running()` returns the one that runs now. */
export const makeMortal = async ({ server: options, random }: Options) => {
  let server: Running = await startServer({ ...options, withinMs: comesUpWithinMs })
  const start = async () => void (server = await startServer({ ...options, withinMs: comesUpWithinMs }))
  const databaseTree = () => databaseProcesses(options.dataDir)
  const postmaster = () => databaseTree()[0]!
  const ready = async (not = 0): Promise<void> => {
    for (const end = Date.now() + comesUpWithinMs; Date.now() < end; await pause(40)) {
      if ([0, not].includes(postmaster())) continue
      if (
        await fetch(`${server.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return
    }
    throw new Failure(`数据库被杀以后，服务在 ${comesUpWithinMs} 毫秒内没有恢复：\n${server.output().slice(-2_000)}`)
  }
  const kills: Record<KillKind, () => Promise<() => Promise<void>>> = {
    process: async () => {
      await server.kill()
      return start
    },
    start: async () => {
      await server.kill()
      return async () => {
        const half = await launchServer(options)
        await pause(random.below(1_500))
        await half.kill()
        await start()
      }
    },
    both: async () => {
      const database = databaseTree()
      const dead = server.kill()
      for (const pid of database) strike(pid)
      await dead
      return start
    },
    postmaster: async () => {
      const pid = postmaster()
      strike(pid)
      return () => ready(pid)
    },
    backend: async () => {
      const [, ...backends] = databaseTree()
      if (backends.length > 0) strike(random.pick(backends))
      return async () => {
        await pause(300) // the postmaster has noticed by then
        await ready()
      }
    },
  }
  return {
    running: () => server,
    /** Kills; the returned function waits until the site is available again, after restarting it if necessary. */
    kill: (kind: KillKind) => kills[kind](),
    stop: () => server.stop(),
  }
}
export type Mortal = Awaited<ReturnType<typeof makeMortal>>
