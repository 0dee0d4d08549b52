import { SpiderDocumentStatus } from "../../contract/further-enums"

/*
 * What may happen to a found document, from the link to its publication (docs/reference/specification.md 3). Pure: `transitions` is the whole
 * machine; what is not in it is refused.
 */

type Status = number

/**
 * queue, unqueue: staff want its file, or no longer · fetch: a worker takes it, or takes over what one that died has left · fetched · fetchFailed ·
 * submit, withdraw: staff want it published, or no longer · publish: a worker takes it · published · publishFailed.
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

const { found, queued, downloading, downloaded, downloadFailed, publishQueued, publishing, published, publishFailed } = SpiderDocumentStatus

export const transitions: Readonly<Record<Status, Partial<Record<SpiderDocumentEvent, Status>>>> = {
  [found]: { queue: queued },
  [queued]: { fetch: downloading, unqueue: found },
  [downloading]: { fetch: downloading, fetched: downloaded, fetchFailed: downloadFailed },
  [downloaded]: { queue: queued, submit: publishQueued },
  [downloadFailed]: { queue: queued },
  [publishQueued]: { publish: publishing, withdraw: downloaded },
  [publishing]: { publish: publishing, published, publishFailed },
  [published]: {},
  [publishFailed]: { submit: publishQueued, queue: queued },
}

/** The status after an event; null = it does not fit. */
export const afterDocumentEvent = (status: Status, event: SpiderDocumentEvent): Status | null => transitions[status]?.[event] ?? null

/** Where an event may begin: the condition of the SQL that makes it happen. */
export const documentStatusesBefore = (event: SpiderDocumentEvent): Status[] =>
  Object.keys(transitions)
    .map(Number)
    .filter((status) => afterDocumentEvent(status, event) !== null)

const ofStaff: SpiderDocumentEvent[] = ["queue", "unqueue", "submit", "withdraw"]

/** What staff mean by writing another status into a row. Null = the workers alone reach it. */
export const documentEventOf = (from: Status, to: Status): SpiderDocumentEvent | null =>
  ofStaff.find((event) => afterDocumentEvent(from, event) === to) ?? null

/** Waits for its file, or is given it: nobody selects or deletes it meanwhile. */
export const isBeingFetched = (status: Status): boolean => status === queued || status === downloading
/** Is being published at this moment: what it is published as no longer changes. */
export const isBeingPublished = (status: Status): boolean => status === publishing
/** True while something of it may still change by itself. */
export const isCollecting = (status: Status): boolean => [queued, downloading, publishQueued, publishing].includes(status as never)

/** May it be submitted: its file is there, and it has a title. */
export const isPublishable = ({ status, title }: { status: Status; title: string }): boolean =>
  afterDocumentEvent(status, "submit") !== null && title.trim() !== ""
