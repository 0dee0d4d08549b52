import type { Ctx } from "../context"

export type JobOptions = {
  /** at most one waiting job of this key */
  key?: string
  /** larger first */
  priority?: number
  startAfterSeconds?: number
}

/** A job: its payload holds ids only, its handler may run twice and must not mind. */
export type Job<P extends object = object> = {
  name: string
  /** seconds after which a run is given up */
  timeoutSeconds: number
  retries: number
  /** how many run at once in one process; a function where it is a setting of the process */
  concurrency: number | ((env: { CONVERT_CONCURRENCY: number }) => number)
  /** cron expression in Asia/Shanghai, for jobs that come by themselves */
  every?: string
  run: (ctx: Ctx, payload: P, signal: AbortSignal) => Promise<void>
}

export const job = <P extends object>(definition: Job<P>): Job<P> => definition
