import type { ChildLaunch } from "./child-launch"
import { type ChildLog, SupervisedChild } from "./supervised-child"

const PAGES_PER_CHILD = 500
/** WebAssembly memory never shrinks, so a child that has grown beyond this is not reused. */
const MAX_IDLE_MEGABYTES = 450
const IDLE_MS = 5 * 60_000

export type ChildPoolOptions = { launch: ChildLaunch; memoryLimitMb: number; log: ChildLog }

/** Lends child processes to documents and keeps one idle child with PDFium loaded. */
export class ChildPool {
  private readonly alive = new Set<SupervisedChild>()
  private spare: SupervisedChild | null = null
  private retirement: NodeJS.Timeout | null = null
  private closed = false

  constructor(private readonly options: ChildPoolOptions) {}

  take(): SupervisedChild {
    const { spare } = this
    this.setSpare(null)
    const child = spare?.alive ? spare : this.fork()
    child.busy()
    return child
  }

  /** Starts a child for an upcoming document: it loads PDFium while the file is inspected or printed. */
  warm(): void {
    if (this.spare === null && !this.closed) this.setSpare(this.fork())
  }

  /** Takes a child back. `healthy`: the last document closed without an error, so the child may take another. */
  async giveBack(child: SupervisedChild, healthy: boolean): Promise<void> {
    const keep = healthy && child.alive && child.pagesDrawn < PAGES_PER_CHILD && (await child.megabytes()) < MAX_IDLE_MEGABYTES
    if (keep && this.spare === null && !this.closed) {
      this.setSpare(child)
      return
    }
    await this.drop(child)
    if (this.spare === null && !this.closed) this.setSpare(this.fork())
  }

  async close(): Promise<void> {
    this.closed = true
    this.setSpare(null)
    await Promise.all([...this.alive].map((child) => this.drop(child)))
  }

  private fork(): SupervisedChild {
    const { launch, memoryLimitMb, log } = this.options
    const child = new SupervisedChild(launch, memoryLimitMb, log)
    this.alive.add(child)
    return child
  }

  private async drop(child: SupervisedChild): Promise<void> {
    this.alive.delete(child)
    await child.kill()
  }

  private setSpare(child: SupervisedChild | null): void {
    if (this.retirement) clearTimeout(this.retirement)
    this.retirement = null
    this.spare = child
    if (child === null) return
    child.idle()
    this.retirement = setTimeout(() => {
      if (this.spare === child) this.setSpare(null)
      void this.drop(child)
    }, IDLE_MS)
    this.retirement.unref()
  }
}
