import { SpiderUrlStatus } from "../../contract/collecting/spider.enums"

/*
 * The states of a link whose documents are collected (docs/reference/specification.md 3). Pure: `transitions` is the whole state machine;
 * any other event is rejected.
 */

type Status = number

/**
 * claim: a worker takes it, or takes over from a crashed worker · finish, fail: the crawl has ended · restart: by staff or by its schedule
 * · stop: by staff.
 */
export type SpiderUrlEvent = "claim" | "finish" | "fail" | "restart" | "stop"

const { pending, crawling, done, failed } = SpiderUrlStatus

export const transitions: Readonly<Record<Status, Partial<Record<SpiderUrlEvent, Status>>>> = {
  [pending]: { claim: crawling, stop: failed },
  [crawling]: { claim: crawling, finish: done, fail: failed, stop: failed },
  [done]: { restart: pending },
  [failed]: { restart: pending },
}

/** Returns the status after an event, or null if the event does not apply. */
export const afterUrlEvent = (status: Status, event: SpiderUrlEvent): Status | null => transitions[status]?.[event] ?? null

/** Returns the statuses in which an event may occur, for the condition of the SQL update. */
export const urlStatusesBefore = (event: SpiderUrlEvent): Status[] =>
  Object.keys(transitions)
    .map(Number)
    .filter((status) => afterUrlEvent(status, event) !== null)

/**
 * Returns the event that staff trigger by writing another status into a row: restart or stop. Null if only workers can reach that status.
 */
export const urlEventOf = (from: Status, to: Status): SpiderUrlEvent | null => {
  const events: SpiderUrlEvent[] = ["restart", "stop"]
  return events.find((event) => afterUrlEvent(from, event) === to) ?? null
}

/** Checks whether its state may still change without user action. */
export const isCrawlActive = (status: Status): boolean => status === pending || status === crawling
