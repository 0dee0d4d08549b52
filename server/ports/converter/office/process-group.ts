import { spawn } from "node:child_process"
import { platform } from "node:process"
import type { OfficeCommand } from "./office-command"
import { childEnvironment } from "../child-environment"
import { withLowPriority, lowerGroupPriority } from "../child/low-priority"

const MAX_OUTPUT_LENGTH = 4000
/** The exit code of a shell and of `nice` for a missing program. */
const NOT_FOUND = 127

export type Ended = { code: number | null; killedBy: string | null; output: string }

/** A process and everything it started; they are killed together. */
export class ProcessGroup {
  private kill: (() => void) | null = null
  private ended: Promise<Ended> | null = null

  /** Runs to the end; the signal kills the whole group and throws its reason. */
  async run({ command, args, env }: OfficeCommand, cwd: string, signal: AbortSignal): Promise<Ended> {
    signal.throwIfAborted()
    // A group of its own, so that soffice's children can be killed with it.
    const child = spawn(...withLowPriority(command, args), {
      cwd,
      env: childEnvironment(env),
      detached: platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
    })
    lowerGroupPriority(child.pid)
    let output = ""
    const listen = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH)
    }
    child.stdout.on("data", listen)
    child.stderr.on("data", listen)
    this.kill = () => {
      try {
        if (platform === "win32" || child.pid === undefined) child.kill("SIGKILL")
        else process.kill(-child.pid, "SIGKILL")
      } catch {
        // It has ended in the meantime.
      }
    }
    this.ended = new Promise((resolve, reject) => {
      child.once("error", reject)
      child.once("exit", (code, killedBy) =>
        code === NOT_FOUND ? reject(new Error(`${command} cannot be started: ${output}`)) : resolve({ code, killedBy, output }),
      )
    })
    signal.addEventListener("abort", this.kill, { once: true })
    try {
      const ended = await this.ended
      signal.throwIfAborted()
      return ended
    } finally {
      signal.removeEventListener("abort", this.kill)
      // Grandchildren that outlive their parent belong to the group as well.
      this.kill()
    }
  }

  async end(): Promise<void> {
    this.kill?.()
    await this.ended?.catch(() => undefined)
  }
}
