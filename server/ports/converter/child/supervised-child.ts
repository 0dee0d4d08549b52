import type { ChildProcess } from "node:child_process"
import { existsSync } from "node:fs"
import { Socket } from "node:net"
import type { ConversionReason, Stoppable, Turn } from "../converter.port"
import { startDeadline } from "../deadline"
import { endGroup } from "../process-groups"
import type { ExchangeFolder } from "../sandbox/exchange-folder"
import { type ChildLaunch, launchChild } from "./child-launch"
import type { ChildCalls, ChildReply, ChildRequest } from "./child-protocol"
import { fileOf, lendFiles, takeFiles } from "./lent-files"
import { treeMegabytes } from "./process-memory"
import { continueProcesses, stopTree } from "./process-tree"

const MEMORY_POLL_MS = 100
const MAX_STDERR_LENGTH = 2000

export type ChildLog = (message: string, fields?: object) => void

/** The child was killed or crashed; the document may continue in another one. */
export class ChildLost extends Error {
  constructor(
    readonly reason: Extract<ConversionReason, "timeout" | "memory">,
    detail: string,
    /** The child was killed from outside (by hand, or because the machine ran out of memory), or had not received the call yet. */
    readonly external = false,
  ) {
    super(`converter child lost (${reason}): ${detail}`)
    this.name = "ChildLost"
  }
}

/** The child reported a failure; `reason` is set if the document is its cause. */
export class ChildRefused extends Error {
  constructor(
    readonly reason: ConversionReason | null,
    message: string,
  ) {
    super(message)
    this.name = "ChildRefused"
  }
}

type Waiting = { id: number; resolve(output: unknown): void; reject(error: unknown): void }

/** `timeoutMs` counts the time of the turn: while it is stopped, the process and the timer are paused. */
export type CallLimits = { timeoutMs: number; signal: AbortSignal; turn: Turn }

/** If a sandboxed program was killed by a signal, the sandbox exits with 128 plus the signal's number. */
const KILLED_CODES = new Set([128 + 9, 128 + 15])

/** One child process that works on one document at a time. It is killed if it takes too long or uses too much memory. */
export class SupervisedChild {
  private readonly process: ChildProcess
  private readonly exchange: ExchangeFolder | null
  private waiting: Waiting | null = null
  private lastId = 0
  private stderr = ""
  private gone: string | null = null
  private ended: Promise<void> | null = null
  /** Pages rendered so far. PDFium's memory only grows, so old children are retired. */
  pagesDrawn = 0

  constructor(
    launch: ChildLaunch,
    private readonly memoryLimitMb: number,
    private readonly log: ChildLog,
  ) {
    const launched = launchChild(launch)
    this.process = launched.process
    this.exchange = launched.exchange
    this.process.stderr?.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-MAX_STDERR_LENGTH)
    })
    this.process.on("message", (reply) => this.settle(reply as ChildReply))
    this.process.on("error", (error) => this.lose(error.message))
    // children that we kill are marked as gone before this event
    this.process.on("exit", (code, signal) => {
      const external = signal === "SIGKILL" || signal === "SIGTERM" || (code !== null && KILLED_CODES.has(code))
      this.lose(`exit ${code ?? signal}`, external)
      void this.end()
    })
  }

  get alive(): boolean {
    return this.gone === null
  }

  /** Resolves when the process and everything that it started have really ended. */
  async kill(): Promise<void> {
    this.lose("killed")
    await this.end()
  }

  /** Ends the remaining processes of the child and removes its folder, once. */
  private end(): Promise<void> {
    return (this.ended ??= endGroup(this.process).then(() => this.exchange?.remove()))
  }

  /** Lets the server exit while the child is idle. */
  idle(): void {
    this.process.unref()
    this.stderrSocket?.unref()
    this.process.channel?.unref()
  }

  busy(): void {
    this.process.ref()
    this.stderrSocket?.ref()
    this.process.channel?.ref()
  }

  private get stderrSocket(): Socket | null {
    return this.process.stderr instanceof Socket ? this.process.stderr : null
  }

  megabytes(): Promise<number> {
    return this.process.pid === undefined ? Promise.resolve(0) : treeMegabytes(this.process.pid)
  }

  /** Calls the child. Throws ChildLost, ChildRefused, or the signal's reason. Calls must not overlap. */
  async call<Call extends keyof ChildCalls>(
    call: Call,
    input: ChildCalls[Call]["input"],
    { timeoutMs, signal, turn }: CallLimits,
  ): Promise<ChildCalls[Call]["output"]> {
    signal.throwIfAborted()
    if (this.gone !== null) throw new ChildLost("memory", this.gone, true)
    const id = (this.lastId += 1)
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting = { id, resolve, reject }
    })
    // awaited only after the file was handed over
    answer.catch(() => undefined)
    const abandon = (error: unknown): void => {
      this.waiting?.reject(error)
      this.waiting = null
      void this.kill()
    }
    const onAbort = (): void => abandon(signal.reason)
    const deadline = startDeadline(timeoutMs, () => abandon(new ChildLost("timeout", `${call} took more than ${timeoutMs} ms`)))
    const unbind = turn.bind(this.stoppable(deadline))
    const poll = setInterval(() => {
      void this.megabytes().then((used) => {
        if (used > this.memoryLimitMb) abandon(new ChildLost("memory", `${call} used ${Math.round(used)} MB`))
      })
    }, MEMORY_POLL_MS)
    signal.addEventListener("abort", onAbort, { once: true })
    try {
      const request = { id, call, input } as ChildRequest
      await this.send(request)
      const output = (await answer) as ChildCalls[Call]["output"]
      return this.exchange ? ((await takeFiles(this.exchange, request, output)) as ChildCalls[Call]["output"]) : output
    } finally {
      deadline.end()
      unbind()
      clearInterval(poll)
      signal.removeEventListener("abort", onAbort)
    }
  }

  private stoppable(deadline: Stoppable): Stoppable {
    let stopped: number[] = []
    return {
      stop: () => {
        deadline.stop()
        // without a sandbox nothing would end a stopped child whose parent is killed
        const { pid } = this.process
        stopped = pid === undefined || !this.alive || this.exchange === null ? [] : stopTree(pid)
        return stopped.length > 0
      },
      go: () => {
        continueProcesses(stopped)
        stopped = []
        deadline.go()
      },
    }
  }

  /** Sends the file and the call to the child. Throws ChildRefused if the file does not exist. */
  private async send(request: ChildRequest): Promise<void> {
    try {
      const sent = this.exchange ? await lendFiles(this.exchange, request) : request
      if (this.gone !== null) return
      this.process.send(sent, (error) => {
        if (error) this.lose(error.message, true)
      })
    } catch (error) {
      const file = fileOf(request)
      if (file !== null && !existsSync(file)) {
        this.waiting = null
        throw new ChildRefused(null, String(error))
      }
      this.lose(String(error), true)
      void this.kill()
    }
  }

  private settle(reply: ChildReply): void {
    const { waiting } = this
    if (waiting === null || waiting.id !== reply.id) return
    this.waiting = null
    if (reply.ok) {
      waiting.resolve(reply.output)
      return
    }
    this.log("converter child refused", { message: reply.message, broken: reply.broken })
    if (reply.broken) {
      waiting.reject(new ChildLost("memory", reply.message))
      void this.kill()
      return
    }
    waiting.reject(new ChildRefused(reply.reason, reply.message))
  }

  private lose(detail: string, external = false): void {
    if (this.gone !== null) return
    this.gone = detail
    if (detail !== "killed") this.log("converter child died", { detail, stderr: this.stderr })
    // A crash is far more often out-of-memory than anything else.
    this.waiting?.reject(new ChildLost("memory", detail, external))
    this.waiting = null
  }
}
