import { SpiderUrlStatus } from "../../contract/further-enums"

/*
 * What may happen to a link whose documents are collected (docs/reference/specification.md 3). Pure: `transitions` is the whole machine; what is
 * not in it is refused.
 */

type Status = number

/**
 * claim: a worker takes it, or takes over what one that died has left · finish · fail: the crawl has ended · restart: staff or its schedule want it
 * again · stop: staff end it.
 */
export type SpiderUrlEvent = "claim" | "finish" | "fail" | "restart" | "stop"

const { pending, crawling, done, failed } = SpiderUrlStatus

export const transitions: Readonly<Record<Status, Partial<Record<SpiderUrlEvent, Status>>>> = {
  [pending]: { claim: crawling, stop: failed },
  [crawling]: { claim: crawling, finish: done, fail: failed, stop: failed },
  [done]: { restart: pending },
  [failed]: { restart: pending },
}

/** The status after an event; null = it does not fit. */
export const afterUrlEvent = (status: Status, event: SpiderUrlEvent): Status | null => transitions[status]?.[event] ?? null

/** Where an event may begin: the condition of the SQL that makes it happen. */
export const urlStatusesBefore = (event: SpiderUrlEvent): Status[] =>
  Object.keys(transitions)
    .map(Number)
    .filter((status) => afterUrlEvent(status, event) !== null)

/** What staff mean by writing another status into a row: a link waits again, or stops. Null = the workers alone reach it. */
export const urlEventOf = (from: Status, to: Status): SpiderUrlEvent | null => {
  const events: SpiderUrlEvent[] = ["restart", "stop"]
  return events.find((event) => afterUrlEvent(from, event) === to) ?? null
}

/** True while something of it may still change by itself. */
export const isCrawlActive = (status: Status): boolean => status === pending || status === crawling
