import { spawn } from "node:child_process"
import { env } from "@/server/env"
import { job } from "@/server/module"
import type { Ctx } from "@/server/context"
import { listDamaged } from "../../library/files/fixity.usecases"
import { healFile } from "./healing.usecases"

/** Runs a command of this program in a process of its own: compressing and hashing must not slow down visitors. */
const runCommand = async (ctx: Ctx, args: string[], signal: AbortSignal): Promise<void> => {
  const program = ctx.app.commandProgram
  if (!program) return
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
    const { BACKUP_TO, BACKUP_KEEP } = env()
    if (BACKUP_TO) await runCommand(ctx, ["backup", "--to", BACKUP_TO, "--keep", BACKUP_KEEP], signal)
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
    const world = { db: ctx.db, storage, dataDir, backups: env().BACKUP_TO }
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
    const { BACKUP_TO } = env()
    if (BACKUP_TO) await runCommand(ctx, ["restore", BACKUP_TO, "--verify"], signal)
  },
})
