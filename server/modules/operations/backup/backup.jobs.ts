import { spawn } from "node:child_process"
import { env } from "@/server/env"
import { job } from "@/server/module"
import type { Ctx } from "@/server/context"

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
