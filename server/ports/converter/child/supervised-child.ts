import { type ChildProcess, fork } from "node:child_process"
import { Socket } from "node:net"
import type { ConversionReason } from "../converter.port"
import type { ChildCalls, ChildReply } from "./child-protocol"
import { residentMegabytes } from "./process-memory"
import { childEnvironment } from "../child-environment"
import { lowerPriority } from "./low-priority"

const MEMORY_POLL_MS = 100
const HEAP_MEGABYTES = 512
const MAX_STDERR_LENGTH = 2000

export type Log = (message: string, fields?: object) => void

/** The child was killed or died; the document may continue in another one. */
export class ChildLost extends Error {
  constructor(
    readonly reason: Extract<ConversionReason, "timeout" | "memory">,
    detail: string,
    /** It was killed from outside (by hand, or by a machine short of memory), or had not received the call yet. */
    readonly external = false,
  ) {
    super(`converter child lost (${reason}): ${detail}`)
    this.name = "ChildLost"
  }
}

/** The child reported a failure; `reason` is set when the document is its cause. */
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

export type CallLimits = { timeoutMs: number; signal: AbortSignal }

/** One child process that works on one document at a time, killed when it takes too long or too much memory. */
export class SupervisedChild {
  private readonly process: ChildProcess
  private waiting: Waiting | null = null
  private lastId = 0
  private stderr = ""
  private gone: string | null = null
  /** Pages drawn so far; PDFium's memory only grows, so old children are retired. */
  pagesDrawn = 0

  constructor(
    script: string,
    private readonly memoryLimitMb: number,
    private readonly log: Log,
  ) {
    // No environment: the child parses uploaded files and must not know the server's secrets.
    this.process = fork(script, [], {
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
      serialization: "advanced",
    })
    lowerPriority(this.process.pid)
    this.process.stderr?.on("data", (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-MAX_STDERR_LENGTH)
    })
    this.process.on("message", (reply) => this.settle(reply as ChildReply))
    this.process.on("error", (error) => this.lose(error.message))
    // children that we kill are marked as gone before this event
    this.process.on("exit", (code, signal) => this.lose(`exit ${code ?? signal}`, signal === "SIGKILL" || signal === "SIGTERM"))
  }

  get alive(): boolean {
    return this.gone === null
  }

  /** Resolves when the process is really gone. */
  async kill(): Promise<void> {
    const { exitCode, signalCode, pid } = this.process
    if (exitCode !== null || signalCode !== null || pid === undefined) return
    const exited = new Promise<void>((resolve) => this.process.once("exit", () => resolve()))
    this.process.kill("SIGKILL")
    this.lose("killed")
    await exited
  }

  /** While nobody uses it, a child does not keep the server from ending. */
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
    return this.process.pid === undefined ? Promise.resolve(0) : residentMegabytes(this.process.pid)
  }

  /** Throws ChildLost, ChildRefused, or the signal's reason. Calls must not overlap. */
  async call<Call extends keyof ChildCalls>(
    call: Call,
    input: ChildCalls[Call]["input"],
    { timeoutMs, signal }: CallLimits,
  ): Promise<ChildCalls[Call]["output"]> {
    signal.throwIfAborted()
    if (this.gone !== null) throw new ChildLost("memory", this.gone, true)
    const id = (this.lastId += 1)
    const answer = new Promise<unknown>((resolve, reject) => {
      this.waiting = { id, resolve, reject }
    })
    const abandon = (error: unknown): void => {
      this.waiting?.reject(error)
      this.waiting = null
      void this.kill()
    }
    const onAbort = (): void => abandon(signal.reason)
    const deadline = setTimeout(() => abandon(new ChildLost("timeout", `${call} took more than ${timeoutMs} ms`)), timeoutMs)
    const poll = setInterval(() => {
      void this.megabytes().then((used) => {
        if (used > this.memoryLimitMb) abandon(new ChildLost("memory", `${call} used ${Math.round(used)} MB`))
      })
    }, MEMORY_POLL_MS)
    signal.addEventListener("abort", onAbort, { once: true })
    try {
      this.process.send({ id, call, input }, (error) => {
        if (error) this.lose(error.message, true)
      })
      return (await answer) as ChildCalls[Call]["output"]
    } finally {
      clearTimeout(deadline)
      clearInterval(poll)
      signal.removeEventListener("abort", onAbort)
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
    // A crash is out-of-memory far more often than anything else.
    this.waiting?.reject(new ChildLost("memory", detail, external))
    this.waiting = null
  }
}
