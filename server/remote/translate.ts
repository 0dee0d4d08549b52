import { isDeepStrictEqual } from "node:util"
import { callOf } from "../../lib/contract/contract"
import { faultOf, invalid, notOffered } from "../errors"
import { acceptedInput } from "../wire/input"
import { absentFields } from "./capabilities"
import { withoutNegativeCounts } from "./counts"
import { noReply, RemoteRefusal, type AskRemote, type Dialect, type DialectEntry, type OfferedCall, type RemoteReply } from "./dialect"
import { isFields, type Fields } from "./messages"
import { wholeRow } from "./whole-row"
import type { Key } from "../../lib/contract/types"

/** A call of the contract: its unparsed input, and the caller's `If-Match`. */
export type UnparsedCall = { key: Key; input: unknown; ifMatch?: string }

/**
 * Makes a call of the contract on a server that uses `dialect`, translating the input and the answer. Answers 404 with the code of
 * `notOffered` for calls that the server lacks, and with this program's own message for input that the contract rejects. Never throws.
 */
export const translate = async (dialect: Dialect, { key, input, ifMatch }: UnparsedCall, ask: AskRemote): Promise<RemoteReply> => {
  // Entries of the table are typed by their call, which is only known at run time here.
  const entry = dialect.calls[key] as DialectEntry<Key>
  if (!dialect.translated) return ask(key, isFields(input) ? input : {}).then(answered, refusalOf)
  try {
    if (!entry.offered) throw notOffered()
    const given = acceptedInput(key, callOf(key)!, input) as never
    if (entry.hasNone?.(given)) return { status: 200, data: {} }
    if (!key.startsWith("GET ")) await refuseAbsent(entry, given, absentFields(dialect, key), ask)
    const remoteKey = entry.key ?? key
    const whole = await remoteInput(entry, given, ask, ifMatch)
    const sent = remoteKey.startsWith("GET ") ? whole : dialect.messages.knownFields(remoteKey, whole)
    const reply = answered(await ask(remoteKey, sent))
    if (reply.status !== 200) return reply
    // An answer is always an object. A text or null comes from a proxy in front of the server, or from a server that is unavailable.
    if (!isFields(reply.data)) return noReply
    const answer = entry.fromRemote ? await entry.fromRemote(reply.data, { input: given, converted: whole, ask }) : reply.data
    return { ...reply, data: withoutNegativeCounts(answer) }
  } catch (error) {
    return refusalOf(error)
  }
}

/** Treats an answer without a body as `{}`. */
const answered = (reply: RemoteReply): RemoteReply => (reply.data === "" || reply.data === undefined ? { ...reply, data: {} } : reply)

const refusalOf = (error: unknown): RemoteReply => {
  if (error instanceof RemoteRefusal) return error.reply
  const { status, body } = faultOf(error)
  return { status, data: body, isLocal: true }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === false || value === 0 || (Array.isArray(value) && value.length === 0)

/**
 * Refuses a change of a field that the server lacks, which would be dropped while the answer says that it was saved. An empty value, or the
 * one that the row has, changes nothing. Reads may have such fields: clients of these servers send many that are ignored.
 */
const refuseAbsent = async (entry: OfferedCall<Key>, given: Fields, absent: string[], ask: AskRemote): Promise<void> => {
  const sent = absent.filter((name) => !isEmpty(given[name]) && !entry.dropped?.includes(name))
  if (sent.length === 0) return
  const reply = entry.wholeRow ? await entry.wholeRow(given, ask) : null
  const row = reply?.status === 200 && isFields(reply.data) ? reply.data : {}
  const changed = sent.find((name) => !isDeepStrictEqual(row[name], given[name]))
  if (changed) throw invalid("这个站点没有这一项，请去掉后再提交", changed)
}

const remoteInput = async (entry: OfferedCall<Key>, given: never, ask: AskRemote, ifMatch?: string): Promise<Fields> => {
  const input = entry.complete ? ((await entry.complete(given, ask)) as never) : given
  const change = plain(entry.toRemote ? await entry.toRemote(input, ask) : input)
  return entry.wholeRow ? wholeRow({ read: entry.wholeRow, textOf: entry.textOf }, change, ask, ifMatch) : change
}

/** Converts dates to text. */
const plain = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]))
