import type { Stoppable, Turn } from "./converter.port"

/**
 * The turn of one conversion, given and taken by whoever shares out the slots. Asked to give way it waits before its next
 * step; in the middle of a long one its processes are stopped.
 */
export class ConversionTurn implements Turn {
  private readonly stoppables = new Set<Stoppable>()
  private state: "working" | "asked" | "waiting" | "stopped" = "working"
  private wake: () => void = () => undefined

  /** `onParked` is called whenever it begins to stand still. */
  constructor(
    private readonly signal: AbortSignal,
    private readonly onParked: () => void,
  ) {}

  get over(): boolean {
    return this.state !== "working"
  }

  /** In the middle of a step, with its processes stopped. */
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

  /** Lets it work; what was stopped goes on. */
  go(): void {
    if (this.state === "waiting" || this.state === "stopped") for (const one of this.stoppables) one.go()
    this.state = "working"
    this.wake()
  }

  /** Asks it to give way before its next step. */
  ask(): void {
    if (this.state === "working") this.state = "asked"
  }

  /** Stops it in the middle of the step that it should have ended; false when nothing of it can be stopped. */
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

  /** Resolves when it is let go on; rejects when the conversion is to end. */
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
