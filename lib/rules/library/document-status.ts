import { DocumentStatus } from "../../contract/library/document.enums"

/*
 * The rights that a document's status (0–7, `DocumentStatus`) gives, and its transitions. Pure: the sets serve SQL conditions, the predicates serve
 * rules and screens. No other code may combine statuses.
 * `stopped` = the conversion waits for something that is missing on the server (its error says what), so no worker processes it.
 */

type Status = number

const { pending, converting, converted, failed, disabled, reconvert, reviewing, rejected } = DocumentStatus

/** Visible to the owner and staff only: in review, rejected or disabled. */
export const hiddenStatuses: Status[] = [reviewing, rejected, disabled]
/** Visible to all visitors, with or without readable pages. */
export const publicStatuses: Status[] = [pending, converting, converted, failed, reconvert]
/** Public and readable from the first page to the last. During a reconversion the old pages stay readable. */
export const readableStatuses: Status[] = [converted, reconvert]
/** Waiting for conversion or being converted, for the first time or again. */
export const convertingStatuses: Status[] = [pending, converting, reconvert]
/** Waiting for its first conversion or in it: a missing page may still arrive. */
export const firstConversionStatuses: Status[] = [pending, converting]
/** A worker may be processing it. `reconvert` covers both waiting and running; the lease distinguishes them. */
export const leasedStatuses: Status[] = [converting, reconvert]
/** May be waiting in the queue, or stopped there. */
export const queuedStatuses: Status[] = [pending, reconvert]
/** Statuses in which a conversion may have stopped for a temporary reason. */
export const stoppedStatuses: Status[] = [pending, reconvert, reviewing]
/** The last conversion has ended, with or without pages. */
export const convertedOrFailed: Status[] = [converted, failed]

/**
 * Checks whether a document in review still lacks some or all of its pages. They are rendered for its owner and its reviewers, and it stays
 * in review.
 */
type Drawing = { status: Status; draw_in_review: boolean }
export const isDrawnInReview = ({ status, draw_in_review }: Drawing): boolean => status === reviewing && draw_in_review
/** Checks whether it is waiting for pages or being converted, publicly or in review. */
export const isUnderway = (row: Drawing): boolean => isConverting(row.status) || isDrawnInReview(row)
/** Checks whether a missing page may still arrive. */
export const mayStillCome = (row: Drawing): boolean => awaitsFirstPages(row.status) || isDrawnInReview(row)

export const isInReview = (status: Status): boolean => status === reviewing
export const isHidden = (status: Status): boolean => hiddenStatuses.includes(status)
export const isReadable = (status: Status): boolean => readableStatuses.includes(status)
export const isConverting = (status: Status): boolean => convertingStatuses.includes(status)
export const awaitsFirstPages = (status: Status): boolean => firstConversionStatuses.includes(status)
/** Checks whether a worker may be processing it; then only the conversion may change it. */
export const isLeased = (status: Status): boolean => leasedStatuses.includes(status)
/** Checks whether the old pages are displayed until the new ones are rendered. */
export const isReconverting = (status: Status): boolean => status === reconvert
/** Checks whether staff rejected or disabled it. */
export const isTurnedDown = (status: Status): boolean => status === rejected || status === disabled

type Pages = { status: Status; converted_pages: number }

/**
 * Checks whether there is a page to display. This does not follow from the status: a document in review may be converted too. A server that
 * does not count converted pages reports 0 for a converted document, which then has all its pages.
 */
export const hasPages = ({ status, converted_pages }: Pages): boolean => status === converted || converted_pages > 0

/** Checks whether there is a cover image for lists: the first page, or the image rendered for a failed conversion (docs/decisions/097). */
export const hasCover = (document: Pages): boolean => hasPages(document) || document.status === failed

/** Returns how many of `total` pages can be displayed now. */
export const readyPages = ({ status, converted_pages }: Pages, total: number): number => {
  if (status === converted) return total
  const counts = isConverting(status) || status === failed
  return Math.min(total, counts ? converted_pages : converted_pages || total)
}

/** Checks whether staff may approve or reject it. Rejecting requires a document in review (`afterVerdict`). */
export const mayReview = (status: Status): boolean => status === reviewing || status === rejected

/** Checks whether its file may be replaced. Not during a conversion; if it is disabled, only by staff. */
export const mayReplace = (
  status: Status,
  { stopped, permitted }: { stopped: boolean; permitted: boolean },
): "yes" | "converting" | "disabled" => {
  if (isConverting(status) && !(status === pending && stopped)) return "converting"
  return status === disabled && !permitted ? "disabled" : "yes"
}

/** Checks whether its owner may retry a conversion that produced nothing. */
export const mayRetry = (status: Status, stopped: boolean): boolean => status === failed || (stopped && stoppedStatuses.includes(status))

/** Checks whether staff may have it converted again, even if it is already converted. */
export const mayReconvert = (status: Status, stopped: boolean): boolean => convertedOrFailed.includes(status) || mayRetry(status, stopped)

/**
 * Returns the status when it is queued again, after `mayRetry`, `mayReconvert` or an interrupted run. A readable document stays readable,
 * and one in review stays in review.
 */
export const afterRestart = (status: Status): Status => {
  if (status === reviewing) return reviewing
  return isReadable(status) ? reconvert : pending
}

/** Returns the status after a worker takes it. */
export const afterClaim = (status: Status): Status => (isReconverting(status) || status === reviewing ? status : converting)

/** Returns the status after a conversion that cannot succeed. Existing pages are kept; a document in review stays there with the reason. */
export const afterFailure = (status: Status): Status => {
  if (status === reviewing) return reviewing
  return isReconverting(status) ? converted : failed
}

export type ReviewVerdict = "approve" | "reject" | "disable" | "review"

/** Returns the status after a staff decision; null = the decision does not apply. `complete`: all of its pages exist already. */
export const afterVerdict = (status: Status, verdict: ReviewVerdict, complete: boolean): Status | null => {
  if (verdict === "reject") return status === reviewing ? rejected : null
  if (verdict === "disable") return status === disabled ? null : disabled
  if (verdict === "review") return status === reviewing ? null : reviewing
  if (!isHidden(status)) return null
  return complete ? converted : pending
}

/**
 * Returns the status after its owner edits its texts. A rejected document is reviewed again, and so is a public one if the owner's uploads
 * need a review (`reviewed`). Null = it must be converted first.
 */
export const afterOwnersEdit = (status: Status, reviewed: boolean): Status | null => {
  if (status === rejected) return reviewing
  if (!reviewed || isHidden(status)) return status
  return isConverting(status) ? null : reviewing
}

/**
 * Returns the status after its file is replaced (requires `mayReplace`). A file that needs a review is not public before it, and a hidden
 * document stays hidden.
 */
export const afterReplacement = (status: Status, { permitted, reviewed }: { permitted: boolean; reviewed: boolean }): Status => {
  if (status === disabled || status === reviewing) return status
  if (!permitted && (reviewed || status === rejected)) return reviewing
  if (status === rejected) return rejected
  return afterRestart(status)
}
