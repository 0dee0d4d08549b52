import { setTimeout as pause } from "node:timers/promises"
import { afterRestart, isReconverting } from "@/lib/rules/library/document-status"
import type { Conversions, Ctx, Services } from "@/server/context"
import { ConversionTurn } from "@/server/ports/converter/conversion-turn"
import { isConnectionLost } from "@/server/errors"
import { isPaused } from "@/server/jobs/pauses"
import { compareTurns, conversionJobName, countPassed, findDue, mustYield, type ConversionCandidate } from "./conversion-order.rules"
import { convertDocument } from "./conversion.usecases"
import { claimDocument, endConversion, extendLeases, listWaiting, notePlace } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"

/** How long a conversion runs before another of the same urgency gets its turn (ms). */
const sliceMs = 2_000
/** How long a conversion that has to yield may take to finish its current page (ms); afterwards it is paused midway. */
const graceMs = 200
/** Maximum number of conversions paused midway: each keeps its memory. */
const maxStopped = 2
/** After this time, a slot is returned to the queue, which would abort a job that never ends (ms). */
const shiftMs = 15 * 60_000
/** How often leases are renewed (ms). */
const heartbeatMs = 2_000

/**
 * A document in conversion in this process. `over` resolves when its turn is over, because it ended or yielded; `due`: it was half converted
 * and got this turn before documents without a page.
 */
type Run = {
  row: DocumentRow
  turn: ConversionTurn
  controller: AbortController
  since: number
  working: boolean
  sliceOver: boolean
  due: boolean
  drawn: number
  over: Promise<void>
  end: () => void
  timers: NodeJS.Timeout[]
  done: Promise<void>
}

type ConversionServices = Pick<Services, "database" | "log" | "stopping" | "wantedPages" | "processName"> & {
  onEnd: (seconds: number) => void
}

type Waiting = Pick<
  DocumentRow,
  | "id"
  | "user_id"
  | "uuid"
  | "sha256"
  | "version"
  | "size"
  | "status"
  | "convert_deaths"
  | "convert_first"
  | "converted_pages"
  | "view_count"
>

/**
 * Shares the conversion slots of this process among documents (docs/decisions/026): a slot always works on the first waiting document, here
 * or in the database.
 * Documents that yielded stay open in this process, under their lease, until their next turn.
 */
class ConversionTurns implements Conversions {
  private readonly runs = new Map<number, Run>()
  /** When each user last had a turn. */
  private readonly served = new Map<number, number>()
  private turns = 0
  /** Turns in a row that half converted documents have missed. */
  private passed = 0
  private slots = 1
  private choosing: Promise<unknown> = Promise.resolve()
  private looking: Promise<void> | null = null
  private lookAgain = false
  private heart: NodeJS.Timeout | null = null

  constructor(private readonly services: ConversionServices) {}

  open(slots: number): void {
    this.slots = slots
  }

  async serve(ctx: Ctx): Promise<boolean> {
    const end = Date.now() + shiftMs
    while (!this.services.stopping()) {
      if (Date.now() > end) return true
      const run = await this.next(ctx)
      if (!run) return false
      await run.over
    }
    await Promise.all([...this.runs.values()].map(({ done }) => done))
    return false
  }

  look(): Promise<void> {
    if (this.looking) {
      this.lookAgain = true
      return this.looking
    }
    this.looking = (async () => {
      do {
        this.lookAgain = false
        await this.makeWay().catch((error: unknown) => this.services.log.debug({ err: error }, "没有查到谁在等候转换"))
      } while (this.lookAgain)
      this.looking = null
    })()
    return this.looking
  }

  stop(): void {
    for (const { controller } of this.runs.values()) controller.abort(stoppingError())
  }

  /** Starts the turn of the first waiting document and returns its run; null if nothing waits. Only one slot chooses at a time. */
  private next(ctx: Ctx): Promise<Run | null> {
    const chosen = this.choosing.then(() => this.choose(ctx))
    this.choosing = chosen.catch(() => undefined)
    return chosen
  }

  private async choose(ctx: Ctx): Promise<Run | null> {
    try {
      const waiting = await this.waiting()
      const due = findDue(waiting, this.passed)
      for (const one of due ? [due, ...waiting] : waiting) {
        // Suspected documents are converted one at a time, so that the next crash identifies one document.
        if (one.suspect && this.atWork().some(({ row }) => row.convert_deaths > 0)) continue
        const run = this.runs.get(one.id) ?? (await this.begin(ctx, one.id))
        if (!run) continue
        run.due = one === due
        this.passed = countPassed(this.passed, one, waiting)
        return run.working ? run : await this.give(run)
      }
      if (this.runs.size === 0) this.served.clear()
      return null
    } catch (error) {
      // Runs that are open in this process must get a slot again, because no other process takes them over.
      if (this.runs.size === 0) throw error
      await pause(500)
      return this.services.stopping() ? null : this.choose(ctx)
    }
  }

  /** Conversions waiting for a turn, in the order of their turns. While conversions are paused, only those that have begun. */
  private async waiting(): Promise<ConversionCandidate[]> {
    const { db } = this.services.database
    const parked = [...this.runs.values()].filter(({ working }) => !working)
    return [...((await isPaused(db, conversionJobName)) ? [] : await listWaiting(db)), ...parked.map(rowOf)]
      .map((row) => this.candidateOf(row))
      .sort(compareTurns)
  }

  private candidateOf({
    id,
    user_id,
    uuid,
    sha256,
    version,
    size,
    status,
    convert_deaths,
    convert_first,
    converted_pages,
    view_count,
  }: Waiting): ConversionCandidate {
    const redrawn = isReconverting(status)
    // If the same content is converted twice, the older conversion continues.
    const others = [...this.runs.values()].filter(({ row }) => !isReconverting(row.status) && (this.runs.has(id) ? row.id < id : true))
    return {
      id,
      user_id,
      size,
      suspect: convert_deaths > 0,
      first: convert_first,
      redrawn,
      views: redrawn ? view_count : 0,
      shared: !redrawn && others.some(({ row }) => row.sha256 === sha256 && row.version === version),
      hasPage: converted_pages > 0,
      hasVisitor: this.services.wantedPages.pagesOf(uuid).length > 0,
      served: this.served.get(user_id) ?? 0,
    }
  }

  private atWork(): Run[] {
    return [...this.runs.values()].filter(({ working }) => working)
  }

  /** Claims a document and starts its run; null if another worker has claimed it. */
  private async begin(ctx: Ctx, id: number): Promise<Run | null> {
    const row = await claimDocument(ctx.db, id, this.services.processName)
    if (!row) return null
    const controller = new AbortController()
    // The process may have begun to stop during the claim, and `stop` did not know of this run.
    if (this.services.stopping()) controller.abort(stoppingError())
    const turn = new ConversionTurn(controller.signal, () => this.leave(run))
    const run: Run = {
      row,
      turn,
      controller,
      since: Date.now(),
      working: false,
      sliceOver: false,
      due: false,
      drawn: 0,
      over: Promise.resolve(),
      end: () => undefined,
      timers: [],
      done: Promise.resolve(),
    }
    this.runs.set(id, run)
    this.heart ??= setInterval(() => void this.beat(), heartbeatMs)
    await this.give(run)
    const work = {
      turn,
      signal: controller.signal,
      position: () => (run.working ? run.drawn : null),
      drew: (count: number) => this.drew(run, count),
    }
    run.done = convertDocument(ctx, row, work)
      .catch((error: unknown) => this.release(row, error))
      .finally(() => this.finish(run))
    return run
  }

  /**
   * Puts the document back into the queue when its run ended for a reason unrelated to its file. Without the database, its lease expires.
   */
  private async release(row: DocumentRow, cause: unknown): Promise<void> {
    const { log, database, stopping } = this.services
    log.warn({ err: cause, document: row.id }, "转换中断，稍后重新开始")
    for (let tries = 0; tries < 60 && !stopping(); tries += 1) {
      try {
        await endConversion(database.db, row, { status: afterRestart(row.status), lease_until: null })
        return
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        await pause(500)
      }
    }
  }

  private async give(run: Run): Promise<Run> {
    this.served.set(run.row.user_id, (this.turns += 1))
    run.working = true
    run.sliceOver = false
    run.over = new Promise((resolve) => (run.end = resolve))
    run.timers = [setInterval(() => this.endSlice(run), sliceMs)]
    await notePlace(this.services.database.db, run.row.id, run.drawn).catch(() => undefined)
    run.turn.go()
    return run
  }

  private endSlice(run: Run): void {
    run.sliceOver = true
    void this.look()
  }

  /** The run is paused, so a crash of this process must not count against the document. */
  private leave(run: Run): void {
    this.rest(run)
    void notePlace(this.services.database.db, run.row.id, null)
      .catch(() => undefined)
      .then(run.end)
  }

  private finish(run: Run): void {
    this.rest(run)
    this.services.onEnd((Date.now() - run.since) / 1000)
    this.runs.delete(run.row.id)
    if (this.runs.size === 0) {
      if (this.heart) clearInterval(this.heart)
      this.heart = null
    }
    run.end()
  }

  private rest(run: Run): void {
    run.working = false
    for (const timer of run.timers) clearInterval(timer)
    run.timers = []
  }

  private async drew(run: Run, count: number): Promise<void> {
    run.drawn = count
    if (count !== 1) return
    // Now that a page is readable, other documents may be more urgent.
    await this.look()
  }

  private async beat(): Promise<void> {
    await extendLeases(this.services.database.db, [...this.runs.keys()]).catch(() => undefined)
  }

  /** Asks running conversions to yield to more urgent ones, the least urgent first. */
  private async makeWay(): Promise<void> {
    const atWork = this.atWork()
    // A free slot takes waiting documents, because a job was sent with each.
    if (atWork.length < this.slots) return
    const waiting = await this.waiting()
    const endingRuns = atWork.filter(({ turn }) => turn.over)
    waiting.splice(0, endingRuns.length)
    const working = atWork.filter((run) => !endingRuns.includes(run)).map((run) => ({ run, now: this.candidateOf(rowOf(run)) }))
    for (const { run, now } of working.sort((a, b) => compareTurns(b.now, a.now))) {
      const [first] = waiting
      if (!first) return
      if (!mustYield(now, first, run)) continue
      waiting.shift()
      this.ask(run)
    }
  }

  private ask(run: Run): void {
    run.turn.ask()
    const stop = () => {
      if ([...this.runs.values()].filter(({ turn }) => turn.stopped).length < maxStopped) run.turn.stop()
    }
    run.timers.push(setInterval(stop, graceMs))
  }
}

const stoppingError = (): Error => new Error("the process is stopping")

/** Returns the state of a document in conversion; its row dates from the claim. */
const rowOf = ({ row, drawn }: Run): Waiting => ({ ...row, converted_pages: isReconverting(row.status) ? 0 : drawn })

export const createConversions = (services: ConversionServices): Conversions => new ConversionTurns(services)
