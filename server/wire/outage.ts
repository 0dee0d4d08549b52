import { changeUnanswered, databaseSilent, type AppError } from "../errors"

/** How often waiting requests are checked, how long each may wait unchecked, and how long a probe of the database may take (ms). */
const [checkMs, unheededMs, probeMs] = [250, 500, 1_000]
/** After a failed probe, how long later requests need not wait for another (ms). */
const outageMs = 3_000

/** How long a change may wait for a database that does not answer (ms): it may still take effect, and the error must say so. */
const changeMs = 12_000

type Request = { since: number; isChange: boolean; mayFail: () => boolean; fail: (error: AppError) => void }

/**
 * Answers requests within two seconds if the database hangs: statements on an open connection to it would wait for many minutes. The
 * database is probed only while requests wait for half a second, so slow statements of a working database may take their time.
 */
export const createOutageWatch = (isAnswering: (ms: number) => Promise<boolean>) => {
  const requests = new Set<Request>()
  let timer: NodeJS.Timeout | null = null
  let isProbing = false
  let outageUntil = 0

  /** The requests that have waited for too long; requests with a started response are removed. */
  const overdue = (): Request[] => {
    // a change whose body is still arriving may fail later
    for (const one of requests) if (!one.isChange && !one.mayFail()) requests.delete(one)
    const now = Date.now()
    return [...requests].filter(({ since, isChange }) => since <= now - (isChange ? changeMs : unheededMs))
  }
  const failAll = (late: Request[]): void => {
    for (const one of late) {
      if (one.isChange && !one.mayFail()) continue
      requests.delete(one)
      one.fail(one.isChange ? changeUnanswered() : databaseSilent())
    }
  }
  const check = async (): Promise<void> => {
    const late = overdue()
    if (requests.size === 0) {
      if (timer) clearInterval(timer)
      timer = null
    }
    if (late.length > 0 && outageUntil > Date.now()) failAll(late)
    if (late.length === 0 || isProbing) return
    isProbing = true
    const answers = await isAnswering(probeMs).catch(() => false)
    isProbing = false
    outageUntil = answers ? 0 : Date.now() + outageMs
    if (!answers) failAll(overdue())
  }

  /**
   * Waits for `work`, or rejects with 503 during an outage while `mayFail` (nothing has been sent yet). `work` then continues and its
   * result is ignored.
   */
  return (work: Promise<void>, mayFail: () => boolean, isChange = false): Promise<void> => {
    timer ??= setInterval(() => void check(), checkMs).unref()
    return new Promise<void>((done, fail) => {
      const request = { since: Date.now(), isChange, mayFail, fail }
      requests.add(request)
      const end = () => void requests.delete(request)
      work.then(done, fail).finally(end)
    })
  }
}
