import { SpiderDocumentStatus } from "../../contract/collecting/spider.enums"

/*
 * The states of a collected document, from the link to its publication (docs/reference/specification.md 3). Pure: `transitions` is the
 * whole state machine; any other event is rejected.
 */

type Status = number

/**
 * queue, unqueue: staff request its file or cancel the request · fetch: a worker takes it, or takes over from a crashed worker · fetched ·
 * fetchFailed ·
 * submit, withdraw: staff request its publication or cancel it · publish: a worker takes it · published · publishFailed.
 */
export type SpiderDocumentEvent =
  | "queue"
  | "unqueue"
  | "fetch"
  | "fetched"
  | "fetchFailed"
  | "submit"
  | "withdraw"
  | "publish"
  | "published"
  | "publishFailed"

const {
  found: initial,
  queued,
  downloading,
  downloaded,
  downloadFailed,
  publishQueued,
  publishing,
  published,
  publishFailed,
} = SpiderDocumentStatus

export const transitions: Readonly<Record<Status, Partial<Record<SpiderDocumentEvent, Status>>>> = {
  [initial]: { queue: queued },
  [queued]: { fetch: downloading, unqueue: initial },
  [downloading]: { fetch: downloading, fetched: downloaded, fetchFailed: downloadFailed },
  [downloaded]: { queue: queued, submit: publishQueued },
  [downloadFailed]: { queue: queued },
  [publishQueued]: { publish: publishing, withdraw: downloaded },
  [publishing]: { publish: publishing, published, publishFailed },
  [published]: {},
  [publishFailed]: { submit: publishQueued, queue: queued },
}

/** Returns the status after an event, or null if the event does not apply. */
export const afterDocumentEvent = (status: Status, event: SpiderDocumentEvent): Status | null => transitions[status]?.[event] ?? null

/** Returns the statuses in which an event may occur, for the condition of the SQL update. */
export const documentStatusesBefore = (event: SpiderDocumentEvent): Status[] =>
  Object.keys(transitions)
    .map(Number)
    .filter((status) => afterDocumentEvent(status, event) !== null)

const ofStaff: SpiderDocumentEvent[] = ["queue", "unqueue", "submit", "withdraw"]

/** Returns the event that staff trigger by writing another status into a row, or null if only workers can reach that status. */
export const documentEventOf = (from: Status, to: Status): SpiderDocumentEvent | null =>
  ofStaff.find((event) => afterDocumentEvent(from, event) === to) ?? null

/** Checks whether it is waiting for its file or downloading it. It cannot be selected or deleted then. */
export const isBeingFetched = (status: Status): boolean => status === queued || status === downloading
/** Checks whether it is being published now, so that its publication data no longer changes. */
export const isBeingPublished = (status: Status): boolean => status === publishing
/** Checks whether its state may still change without user action. */
export const isCollecting = (status: Status): boolean => [queued, downloading, publishQueued, publishing].includes(status as never)

/** Checks whether it can be submitted: its file is available, and it has a title. */
export const isPublishable = ({ status, title }: { status: Status; title: string }): boolean =>
  afterDocumentEvent(status, "submit") !== null && title.trim() !== ""
