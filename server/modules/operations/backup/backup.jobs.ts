import { spawn } from "node:child_process"
import { job } from "@/server/module"
import type { Ctx } from "@/server/context"
import { listDamaged } from "../../library/files/fixity.usecases"
import { healFile } from "./healing.usecases"

/** Runs a command of this program in a process of its own: compressing and hashing must not slow down visitors. */
const runCommand = async (ctx: Ctx, program: string, args: string[], signal: AbortSignal): Promise<void> => {
  const child = spawn(process.execPath, [program, ...args, "--data", ctx.app.dataDir], { signal, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-2_000)))
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("close", done))
  if (code !== 0) throw new Error(output.trim().split("\n").at(-1) ?? `exit ${code}`)
}

/** The nightly backup, if BACKUP_TO is set. */
export const backupJob = job({
  name: "backup",
  timeoutSeconds: 12 * 3_600,
  retries: 1,
  concurrency: 1,
  every: "40 3 * * *",
  run: async (ctx, _payload, signal) => {
    const { backups } = ctx.app
    if (backups) await runCommand(ctx, backups.program, ["backup", "--to", backups.to, "--keep", backups.keep], signal)
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
    const world = { db: ctx.db, storage, dataDir, backups: ctx.app.backups?.to }
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
    const { backups } = ctx.app
    if (backups) await runCommand(ctx, backups.program, ["restore", backups.to, "--verify"], signal)
  },
})
