import { describe, expect, test } from "vitest"
import { DocumentStatus } from "../../contract/library/document.enums"
import {
  afterClaim,
  afterFailure,
  afterOwnersEdit,
  afterReplacement,
  afterRestart,
  afterVerdict,
  awaitsFirstPages,
  convertedOrFailed,
  hasPages,
  isConverting,
  isHidden,
  isInReview,
  isLeased,
  isReadable,
  isReconverting,
  isTurnedDown,
  isUnderway,
  mayReconvert,
  mayReplace,
  mayRetry,
  mayReview,
  mayStillCome,
  publicStatuses,
  queuedStatuses,
  readyPages,
} from "./document-status"

const names = ["pending", "converting", "converted", "failed", "disabled", "reconvert", "reviewing", "rejected"] as const
type Name = (typeof names)[number]
const statusOf = (name: Name): number => DocumentStatus[name]
const nameOf = (status: number): Name => names.find((name) => statusOf(name) === status)!

test("every status appears in the tables below", () => {
  expect(names.map(statusOf)).toEqual(DocumentStatus.options.map(({ value }) => value))
})

/** One column per status, in numeric order. */
const answers: [string, (status: number) => boolean, string][] = [
  //                                                                        0 1 2 3 4 5 6 7
  ["hidden", isHidden, /*                                                */ "· · · · x · x x"],
  ["public", (status) => publicStatuses.includes(status), /*             */ "x x x x · x · ·"],
  ["readable", isReadable, /*                                            */ "· · x · · x · ·"],
  ["converting", isConverting, /*                                        */ "x x · · · x · ·"],
  ["awaits its first pages", awaitsFirstPages, /*                        */ "x x · · · · · ·"],
  ["perhaps in a worker's hands", isLeased, /*                           */ "· x · · · x · ·"],
  ["perhaps in the queue", (status) => queuedStatuses.includes(status), /* */ "x · · · · x · ·"],
  ["its last conversion ended", (status) => convertedOrFailed.includes(status), /* */ "· · x x · · · ·"],
  ["keeps its pages meanwhile", isReconverting, /*                       */ "· · · · · x · ·"],
  ["turned down", isTurnedDown, /*                                       */ "· · · · x · · x"],
  ["may be reviewed", mayReview, /*                                      */ "· · · · · · x x"],
  ["may be retried", (status) => mayRetry(status, false), /*             */ "· · · x · · · ·"],
  ["may be retried where it is stopped", (status) => mayRetry(status, true), /* */ "x · · x · x x ·"],
  ["may be converted again", (status) => mayReconvert(status, false), /* */ "· · x x · · · ·"],
  ["may be converted again where it is stopped", (status) => mayReconvert(status, true), /* */ "x · x x · x x ·"],
  ["may be replaced by its owner", (status) => mayReplace(status, { stopped: false, permitted: false }) === "yes", "· · x x · · x x"],
  ["… where it is stopped", (status) => mayReplace(status, { stopped: true, permitted: false }) === "yes", "x · x x · · x x"],
  ["may be replaced by staff", (status) => mayReplace(status, { stopped: false, permitted: true }) === "yes", "· · x x x · x x"],
  ["in review", isInReview, /*                                           */ "· · · · · · x ·"],
  ["waits for pages where those of reviews are drawn", (status) => isUnderway({ status, draw_in_review: true }), "x x · · · x x ·"],
  ["a page may still come, of reviews too", (status) => mayStillCome({ status, draw_in_review: true }), /* */ "x x · · · · x ·"],
  ["has pages, though none are counted", (status) => hasPages({ status, converted_pages: 0 }), "· · x · · · · ·"],
  ["has pages where some are counted", (status) => hasPages({ status, converted_pages: 3 }), "x x x x x x x x"],
]

test.each(answers)("%s", (_, holds, expected) => {
  expect(DocumentStatus.options.map(({ value }) => (holds(value) ? "x" : "·")).join(" ")).toBe(expected)
})

test("the reason why a file may not be replaced", () => {
  const options = { stopped: false, permitted: false }
  expect([DocumentStatus.reconvert, DocumentStatus.disabled].map((status) => mayReplace(status, options))).toEqual([
    "converting",
    "disabled",
  ])
})

test("how many of ten pages are visible, with three and with none converted", () => {
  const ready = (converted_pages: number) => DocumentStatus.options.map(({ value }) => readyPages({ status: value, converted_pages }, 10))
  //                           0  1  2   3  4   5  6   7
  expect(ready(3)).toEqual([3, 3, 10, 3, 3, 3, 3, 3])
  expect(ready(0)).toEqual([0, 0, 10, 0, 10, 0, 10, 10])
  expect(readyPages({ status: DocumentStatus.failed, converted_pages: 30 }, 10), "no more than may be read").toBe(10)
})

const owner = { permitted: false, reviewed: false }
/** The result of each event; null = the event does not apply in this status. */
const events: Record<string, (status: number) => number | null> = {
  claim: (status) => (queuedStatuses.includes(status) || isInReview(status) ? afterClaim(status) : null),
  fail: (status) => (isLeased(status) || isInReview(status) ? afterFailure(status) : null),
  interrupt: (status) => (isLeased(status) || isInReview(status) ? afterRestart(status) : null),
  retry: (status) => (mayRetry(status, true) ? afterRestart(status) : null),
  reconvert: (status) => (mayReconvert(status, true) ? afterRestart(status) : null),
  "approve complete": (status) => afterVerdict(status, "approve", true),
  "approve incomplete": (status) => afterVerdict(status, "approve", false),
  reject: (status) => afterVerdict(status, "reject", true),
  disable: (status) => afterVerdict(status, "disable", true),
  review: (status) => afterVerdict(status, "review", true),
  edit: (status) => afterOwnersEdit(status, false),
  "edit reviewed": (status) => afterOwnersEdit(status, true),
  replace: (status) => (mayReplace(status, { stopped: true, permitted: false }) === "yes" ? afterReplacement(status, owner) : null),
  "replace reviewed": (status) =>
    mayReplace(status, { stopped: true, permitted: false }) === "yes"
      ? afterReplacement(status, { permitted: false, reviewed: true })
      : null,
  "replace by staff": (status) =>
    mayReplace(status, { stopped: true, permitted: true }) === "yes" ? afterReplacement(status, { permitted: true, reviewed: true }) : null,
}

/** Row: from. Column: to. Value: the events that cause the transition, including transitions to the same status. */
const transitions: Record<Name, Partial<Record<Name, string[]>>> = {
  pending: {
    pending: ["retry", "reconvert", "edit", "replace", "replace by staff"],
    converting: ["claim"],
    disabled: ["disable"],
    reviewing: ["review", "replace reviewed"],
  },
  converting: { pending: ["interrupt"], converting: ["edit"], failed: ["fail"], disabled: ["disable"], reviewing: ["review"] },
  converted: {
    converted: ["edit"],
    disabled: ["disable"],
    reconvert: ["reconvert", "replace", "replace by staff"],
    reviewing: ["review", "edit reviewed", "replace reviewed"],
  },
  failed: {
    pending: ["retry", "reconvert", "replace", "replace by staff"],
    failed: ["edit"],
    disabled: ["disable"],
    reviewing: ["review", "edit reviewed", "replace reviewed"],
  },
  disabled: {
    pending: ["approve incomplete"],
    converted: ["approve complete"],
    disabled: ["edit", "edit reviewed", "replace by staff"],
    reviewing: ["review"],
  },
  reconvert: {
    converted: ["fail"],
    disabled: ["disable"],
    reconvert: ["claim", "interrupt", "retry", "reconvert", "edit"],
    reviewing: ["review"],
  },
  reviewing: {
    pending: ["approve incomplete"],
    converted: ["approve complete"],
    disabled: ["disable"],
    reviewing: [
      "claim",
      "fail",
      "interrupt",
      "retry",
      "reconvert",
      "edit",
      "edit reviewed",
      "replace",
      "replace reviewed",
      "replace by staff",
    ],
    rejected: ["reject"],
  },
  rejected: {
    pending: ["approve incomplete"],
    converted: ["approve complete"],
    disabled: ["disable"],
    reviewing: ["review", "edit", "edit reviewed", "replace", "replace reviewed"],
    rejected: ["replace by staff"],
  },
}

describe("status transitions of a document", () => {
  test.each(names.flatMap((from) => names.map((to) => [from, to] as const)))("%s → %s", (from, to) => {
    const leading = Object.keys(events).filter((event) => events[event]!(statusOf(from)) === statusOf(to))
    expect(leading).toEqual(transitions[from][to] ?? [])
  })

  test("every transition leads to a status", () => {
    const reached = Object.values(events).flatMap((event) => names.map((from) => event(statusOf(from))).filter((to) => to !== null))
    expect(new Set(reached.map(nameOf))).toEqual(new Set(names))
  })
})
