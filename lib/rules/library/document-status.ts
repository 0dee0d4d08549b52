import { DocumentStatus } from "../../contract/enums"

/*
 * What a document's status (0–7, `DocumentStatus`) allows, and what follows it. Pure: the sets serve SQL conditions, the
 * predicates serve rules and screens. Nothing else combines statuses. `stopped` = the conversion waits for something that is
 * missing on the server (its error says what), so nobody works on it.
 */

type Status = number

const { pending, converting, converted, failed, disabled, reconvert, reviewing, rejected } = DocumentStatus

/** Seen by the owner and staff only: in review, rejected or disabled. */
export const hiddenStatuses: Status[] = [reviewing, rejected, disabled]
/** Seen by everybody, whether there are pages to read or not. */
export const publicStatuses: Status[] = [pending, converting, converted, failed, reconvert]
/** Seen by everybody and read from the first page to the last; one that is converted again keeps its old pages meanwhile. */
export const readableStatuses: Status[] = [converted, reconvert]
/** Waits for pages or is given some, its first ones or new ones. */
export const convertingStatuses: Status[] = [pending, converting, reconvert]
/** Waits for its first pages or is given them: a page that is missing may still come. */
export const firstConversionStatuses: Status[] = [pending, converting]
/** A worker may be processing it. `reconvert` covers both waiting and running: the lease tells which. */
export const leasedStatuses: Status[] = [converting, reconvert]
/** May wait in the queue, or be stopped there. */
export const queuedStatuses: Status[] = [pending, reconvert]
/** Where a conversion may have been left for a reason that can pass. */
export const stoppedStatuses: Status[] = [pending, reconvert, reviewing]
/** The last conversion has ended, with pages or without. */
export const convertedOrFailed: Status[] = [converted, failed]

/** Has a document in review no pages yet, or not all of them? It is drawn for its owner and its reviewers, and stays in review. */
type Drawing = { status: Status; draw_in_review: boolean }
export const isDrawnInReview = ({ status, draw_in_review }: Drawing): boolean => status === reviewing && draw_in_review
/** Waits for pages or is given some, in the open or in review. */
export const isUnderway = (row: Drawing): boolean => isConverting(row.status) || isDrawnInReview(row)
/** A page that is missing may still come. */
export const mayStillCome = (row: Drawing): boolean => awaitsFirstPages(row.status) || isDrawnInReview(row)

export const isInReview = (status: Status): boolean => status === reviewing
export const isHidden = (status: Status): boolean => hiddenStatuses.includes(status)
export const isReadable = (status: Status): boolean => readableStatuses.includes(status)
export const isConverting = (status: Status): boolean => convertingStatuses.includes(status)
export const awaitsFirstPages = (status: Status): boolean => firstConversionStatuses.includes(status)
/** True if a worker may be processing it: only the conversion may change it then. */
export const isLeased = (status: Status): boolean => leasedStatuses.includes(status)
/** True while the old pages are shown until the new ones are drawn. */
export const isReconverting = (status: Status): boolean => status === reconvert
/** True if staff rejected or disabled it. */
export const isTurnedDown = (status: Status): boolean => status === rejected || status === disabled

type Pages = { status: Status; converted_pages: number }

/**
 * Is there a page to show? A fact of its own: a document in review may be converted too. A server that does not count
 * converted pages says 0 of a converted document: then all of them are there.
 */
export const hasPages = ({ status, converted_pages }: Pages): boolean => status === converted || converted_pages > 0

/** Is there a picture to stand for it on shelves? The first page, or what is drawn where a conversion has failed (docs/decisions/097). */
export const hasCover = (document: Pages): boolean => hasPages(document) || document.status === failed

/** How many of `total` pages can be shown now. */
export const readyPages = ({ status, converted_pages }: Pages, total: number): number => {
  if (status === converted) return total
  const counts = isConverting(status) || status === failed
  return Math.min(total, counts ? converted_pages : converted_pages || total)
}

/** May staff approve or reject it? Rejecting is for what is in review (`afterVerdict`). */
export const mayReview = (status: Status): boolean => status === reviewing || status === rejected

/** May another file take its place? Not while the present one is converted; a disabled one's only by staff. */
export const mayReplace = (
  status: Status,
  { stopped, permitted }: { stopped: boolean; permitted: boolean },
): "yes" | "converting" | "disabled" => {
  if (isConverting(status) && !(status === pending && stopped)) return "converting"
  return status === disabled && !permitted ? "disabled" : "yes"
}

/** May its owner try a conversion again that brought nothing? */
export const mayRetry = (status: Status, stopped: boolean): boolean => status === failed || (stopped && stoppedStatuses.includes(status))

/** May staff have it converted again? What is converted, too. */
export const mayReconvert = (status: Status, stopped: boolean): boolean => convertedOrFailed.includes(status) || mayRetry(status, stopped)

/** Back into the queue, after `mayRetry`, `mayReconvert` or an interrupted run: what can be read stays readable, what is in review stays there. */
export const afterRestart = (status: Status): Status => {
  if (status === reviewing) return reviewing
  return isReadable(status) ? reconvert : pending
}

/** The status when a worker takes it. */
export const afterClaim = (status: Status): Status => (isReconverting(status) || status === reviewing ? status : converting)

/** The conversion cannot succeed: what had pages keeps them, what is in review stays there with the reason. */
export const afterFailure = (status: Status): Status => {
  if (status === reviewing) return reviewing
  return isReconverting(status) ? converted : failed
}

export type Verdict = "approve" | "reject" | "disable" | "review"

/** The status after a verdict of staff; null = the verdict does not apply. `complete`: all of its pages are there already. */
export const afterVerdict = (status: Status, verdict: Verdict, complete: boolean): Status | null => {
  if (verdict === "reject") return status === reviewing ? rejected : null
  if (verdict === "disable") return status === disabled ? null : disabled
  if (verdict === "review") return status === reviewing ? null : reviewing
  if (!isHidden(status)) return null
  return complete ? converted : pending
}

/**
 * What an owner's change of its words makes of it: what was rejected is looked at again; where the owner's uploads are
 * reviewed, so is what the public sees. Null = it must be converted first.
 */
export const afterOwnersEdit = (status: Status, reviewed: boolean): Status | null => {
  if (status === rejected) return reviewing
  if (!reviewed || isHidden(status)) return status
  return isConverting(status) ? null : reviewing
}

/** The status after another file, if `mayReplace`: an unreviewed file is not shown, a hidden document stays hidden. */
export const afterReplacement = (status: Status, { permitted, reviewed }: { permitted: boolean; reviewed: boolean }): Status => {
  if (status === disabled || status === reviewing) return status
  if (!permitted && (reviewed || status === rejected)) return reviewing
  if (status === rejected) return rejected
  return afterRestart(status)
}
