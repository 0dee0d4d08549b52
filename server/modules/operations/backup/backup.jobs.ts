import { spawn } from "node:child_process"
import { job } from "@/server/module"
import type { Ctx } from "@/server/context"
import { listDamaged } from "../../library/files/fixity.usecases"
import { healFile } from "./repair.usecases"
import { backupPlan, plannedTarget } from "./plan.usecases"

/** Runs a command of this program in a process of its own: compressing and hashing must not slow down visitors. */
const runCommand = async (ctx: Ctx, args: string[], signal: AbortSignal): Promise<void> => {
  const { program } = ctx.app.backups!
  const child = spawn(process.execPath, [program, ...args, "--data", ctx.app.dataDir], { signal, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-2_000)))
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done))
  if (code !== 0) throw new Error(output.trim().split("\n").at(-1) ?? `exit ${code}`)
}

export const backupJob = job({
  name: "backup",
  timeoutSeconds: 12 * 3_600,
  retries: 1,
  concurrency: 1,
  run: async (ctx, _payload, signal) => {
    if (await backupPlan(ctx.app)) await runCommand(ctx, ["backup"], signal)
  },
})

/** Beijing is eight hours ahead, all year. */
const hourInBeijing = (at: Date): number => (at.getUTCHours() + 8) % 24

/** Starts the daily backup in the hour of the settings. */
export const startBackupJob = job({
  name: "start-backup",
  timeoutSeconds: 60,
  retries: 2,
  concurrency: 1,
  every: "40 * * * *",
  run: async (ctx) => {
    const plan = await backupPlan(ctx.app)
    const now = ctx.app.now()
    if (plan?.hour === hourInBeijing(now)) await ctx.enqueue(backupJob, {}, { key: now.toISOString().slice(0, 13) })
  },
})

/** Bytes a second that the monthly check reads, so that visitors do not notice it. */
const scrubBytesPerSecond = 20 * 1024 ** 2

/** Every month: reads every stored file, compares it with its hash, and heals what it can. */
export const scrubJob = job({
  name: "scrub-files",
  timeoutSeconds: 24 * 3_600,
  retries: 0,
  concurrency: 1,
  every: "30 2 2 * *",
  run: async (ctx, _payload, signal) => {
    const { storage, dataDir, log } = ctx.app
    const world = { db: ctx.db, storage, dataDir, openBackups: plannedTarget(await backupPlan(ctx.app), dataDir) }
    const stopped = () => signal.aborted || ctx.app.stopping()
    for await (const damaged of listDamaged(storage, { bytesPerSecond: scrubBytesPerSecond, stopped })) {
      const healed = await healFile(world, damaged)
      log.error({ key: damaged.key, healed }, "存储的文件已损坏")
    }
  },
})

/** The weekly proof that the newest backup can be restored. */
export const proveJob = job({
  name: "prove-backup",
  timeoutSeconds: 12 * 3_600,
  retries: 0,
  concurrency: 1,
  every: "10 5 * * 0",
  run: async (ctx, _payload, signal) => {
    if (await backupPlan(ctx.app)) await runCommand(ctx, ["restore", "--verify"], signal)
  },
})
