import { createHash } from "node:crypto"
import type { CallKey } from "../../lib/contract/area"
import { conflict, notFound } from "../errors"
import { RemoteRefusal, type AskRemote, type ReadRow, type RemoteReply } from "./dialect"
import { isFields, type Fields } from "./messages"

const absent = (): RemoteReply => ({ status: 404, data: { message: "内容不存在" } })

/** Reads the row that `key` (`GET /banner`) returns for the change's id. */
export const rowBy =
  (key: CallKey, more: Fields = {}): ReadRow =>
  async ({ id }, ask) => {
    const reply = await ask(key, { id, ...more })
    return reply.status === 200 && !(isFields(reply.data) && reply.data["id"]) ? absent() : reply
  }

const pageSize = 100
/** Maximum number of pages to read, in case a server returns the same rows on every page. */
const mostPages = 200

/** Finds the row in the list `name` that `key` (`GET /language/list`) returns page by page, for entities that cannot be read by id. */
export const rowInList =
  (key: CallKey, name: string): ReadRow =>
  async ({ id }, ask) => {
    for (let page = 1; page <= mostPages; page += 1) {
      const reply = await ask(key, { page, size: pageSize })
      if (reply.status !== 200) return reply
      const rows = rowsOf(reply.data, name)
      const match = rows.find((row) => row["id"] === id)
      if (match) return { status: 200, data: match }
      if (rows.length < pageSize) break
    }
    return absent()
  }

/** Returns the rows of a list in an answer; empty if the server omitted the list. */
export const rowsOf = (data: unknown, name: string): Fields[] => {
  const rows = isFields(data) ? data[name] : undefined
  return Array.isArray(rows) ? rows.filter((row) => isFields(row)) : []
}

/** Rounds to seconds: lists of existing servers return times without milliseconds, answers to writes with them. */
const second = (time: unknown): number => Math.floor(Date.parse(String(time)) / 1000)

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** Returns the version of a row for `If-Match`: its time and a digest of its text, because such a server counts time in seconds. */
export const versionOf = (row: Fields, text: string): string => `${String(row["updated_at"] ?? "")} ${digestOf(text)}`

type Versioned = { read: ReadRow; textOf?: (row: Fields) => string }

/** Compares the text if the editor saw one, so that a change within the same second counts, and one of a counter does not. */
const isChanged = (row: Fields, seen: string, textOf: Versioned["textOf"]): boolean => {
  const [time = "", digest] = seen.split(" ")
  if (digest && textOf) return digest !== digestOf(textOf(row))
  return row["updated_at"] !== undefined && second(time) !== second(row["updated_at"])
}

/**
 * Merges a change into the whole row, which is read again for it: changed fields win, null removes a field. `ifMatch` is the version that
 * the editor saw. Between this read and the write, a few milliseconds remain in which another change is overwritten.
 * @throws 409 if the row has a different one now; `RemoteRefusal` if the row could not be read
 */
export const wholeRow = async (
  { read, textOf }: Versioned,
  change: Fields,
  ask: AskRemote,
  ifMatch: string | undefined,
): Promise<Fields> => {
  const reply = await read(change, ask)
  if (reply.status !== 200) throw new RemoteRefusal(reply)
  if (!isFields(reply.data)) throw notFound()
  const seen = ifMatch?.trim().replace(/^(?:W\/)?"(.*)"$/, "$1")
  if (seen && seen !== "*" && isChanged(reply.data, seen, textOf)) throw conflict("内容已被他人修改，您的修改还没有保存")
  return { ...reply.data, ...change }
}
