import { type ChildProcess, spawn } from "node:child_process"
import { platform } from "node:process"
import type { Stoppable } from "../converter.port"
import type { OfficeCommand } from "./office-command"
import { childEnvironment } from "../child-environment"
import { withLowPriority, lowerGroupPriority } from "../child/low-priority"
import { continueProcesses, stopTree } from "../child/process-tree"
import { endGroup, signalGroup } from "../process-groups"

const MAX_OUTPUT_LENGTH = 4000
/** The exit code of a shell and of `nice` for a missing program. */
const NOT_FOUND = 127

export type Ended = { code: number | null; killedBy: string | null; output: string }

/** A process and everything it started. They are stopped and killed together. */
export class ProcessGroup implements Stoppable {
  private pid: number | undefined
  private stopped: number[] = []
  private child: ChildProcess | null = null
  private ended: Promise<Ended> | null = null

  /** Runs the command to its end. The signal kills the whole group and throws its reason. Afterwards no process of the group is running. */
  async run({ command, args, env }: OfficeCommand, cwd: string, signal: AbortSignal): Promise<Ended> {
    signal.throwIfAborted()
    // A separate process group, so that soffice's children can be killed with it.
    const child = spawn(...withLowPriority(command, args), {
      cwd,
      env: childEnvironment(env),
      detached: platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.child = child
    lowerGroupPriority(child.pid)
    this.pid = child.pid
    let output = ""
    const listen = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH)
    }
    child.stdout.on("data", listen)
    child.stderr.on("data", listen)
    this.ended = new Promise((resolve, reject) => {
      child.once("error", reject)
      child.once("exit", (code, killedBy) =>
        code === NOT_FOUND ? reject(new Error(`${command} cannot be started: ${output}`)) : resolve({ code, killedBy, output }),
      )
    })
    const kill = (): void => signalGroup(child, "SIGKILL")
    signal.addEventListener("abort", kill, { once: true })
    try {
      const ended = await this.ended
      signal.throwIfAborted()
      return ended
    } finally {
      this.pid = undefined
      signal.removeEventListener("abort", kill)
      // Grandchildren that outlive their parent also belong to the group and could still write into the folder.
      await endGroup(child)
    }
  }

  stop(): boolean {
    this.stopped = this.pid === undefined ? [] : stopTree(this.pid)
    return this.stopped.length > 0
  }

  go(): void {
    continueProcesses(this.stopped)
    this.stopped = []
  }

  async end(): Promise<void> {
    if (this.child) await endGroup(this.child)
    await this.ended?.catch(() => undefined)
  }
}
