import type { Stoppable, Turn } from "./converter.port"

/**
 * The turn of one conversion, controlled by the scheduler of the conversion slots. When asked to yield, the conversion waits before its
 * next
 * step; if a step takes too long, its processes are stopped.
 */
export class ConversionTurn implements Turn {
  private readonly stoppables = new Set<Stoppable>()
  private state: "working" | "asked" | "waiting" | "stopped" = "working"
  private wake: () => void = () => undefined

  /** `onParked` is called whenever the conversion pauses. */
  constructor(
    private readonly signal: AbortSignal,
    private readonly onParked: () => void,
  ) {}

  get over(): boolean {
    return this.state !== "working"
  }

  /** True in the middle of a step, while its processes are stopped. */
  get stopped(): boolean {
    return this.state === "stopped"
  }

  async next(): Promise<void> {
    for (;;) {
      this.signal.throwIfAborted()
      if (this.state === "working") return
      if (this.state === "asked") {
        this.state = "waiting"
        for (const one of this.stoppables) one.stop()
        this.onParked()
      }
      await this.called()
    }
  }

  bind(stoppable: Stoppable): () => void {
    this.stoppables.add(stoppable)
    if (this.state === "waiting" || this.state === "stopped") stoppable.stop()
    return () => void this.stoppables.delete(stoppable)
  }

  /** Lets the conversion work and resumes its stopped processes. */
  go(): void {
    if (this.state === "waiting" || this.state === "stopped") for (const one of this.stoppables) one.go()
    this.state = "working"
    this.wake()
  }

  /** Asks the conversion to yield before its next step. */
  ask(): void {
    if (this.state === "working") this.state = "asked"
  }

  /** Stops a conversion that was asked to yield in the middle of its step. Returns false if no step can be stopped. */
  stop(): boolean {
    if (this.state !== "asked") return false
    const stood = [...this.stoppables].filter((one) => one.stop())
    if (stood.length === 0) {
      for (const one of this.stoppables) one.go()
      return false
    }
    this.state = "stopped"
    this.onParked()
    return true
  }

  /** Resolves when the conversion may continue; rejects when it is aborted. */
  private called(): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(this.signal.reason as Error)
      this.signal.addEventListener("abort", onAbort, { once: true })
      this.wake = () => {
        this.signal.removeEventListener("abort", onAbort)
        resolve()
      }
    })
  }
}
