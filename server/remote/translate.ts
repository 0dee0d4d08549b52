import { callOf } from "../../lib/contract/contract"
import { faultOf, notOffered } from "../errors"
import { acceptedInput } from "../wire/input"
import { noReply, Refused, type Ask, type Dialect, type Entry, type Offered, type Reply } from "./dialect"
import { isFields, type Fields } from "./messages"
import { wholeRow } from "./whole-row"
import type { Key } from "../../lib/contract/types"

/** A call of our contract: its input as it came, and the caller's `If-Match`. */
export type Asked = { key: Key; input: unknown; ifMatch?: string }

/**
 * Makes a call of our contract at a server that speaks `dialect`: the input in its words, its answer in ours. Answers 404 with
 * the code of `notOffered` for calls that it does not have, and our own sentence for input that the contract refuses. Never throws.
 */
export const translate = async (dialect: Dialect, { key, input, ifMatch }: Asked, ask: Ask): Promise<Reply> => {
  // the table's entries are typed by their call; here the call is only known at run time
  const entry = dialect.calls[key] as Entry<Key>
  if (!dialect.translated) return ask(key, isFields(input) ? input : {}).then(answered, refusalOf)
  try {
    if (!entry.offered) throw notOffered()
    const given = acceptedInput(key, callOf(key)!, input) as never
    const remoteKey = entry.key ?? key
    const whole = await remoteInput(entry, given, ask, ifMatch)
    const sent = remoteKey.startsWith("GET ") ? whole : dialect.messages.known(remoteKey, whole)
    const reply = answered(await ask(remoteKey, sent))
    if (reply.status !== 200) return reply
    // an answer is always an object; a text or null comes from something that stands before the server, or is ill
    if (!isFields(reply.data)) return noReply
    return { ...reply, data: entry.fromRemote ? await entry.fromRemote(reply.data, { input: given, ask }) : reply.data }
  } catch (error) {
    return refusalOf(error)
  }
}

/** An answer without a body says what `{}` says. */
const answered = (reply: Reply): Reply => (reply.data === "" || reply.data === undefined ? { ...reply, data: {} } : reply)

const refusalOf = (error: unknown): Reply => {
  if (error instanceof Refused) return error.reply
  const { status, body } = faultOf(error)
  return { status, data: body, own: true }
}

const remoteInput = async (entry: Offered<Key>, given: never, ask: Ask, ifMatch?: string): Promise<Fields> => {
  const change = plain(entry.toRemote ? await entry.toRemote(given, ask) : given)
  return entry.wholeRow ? wholeRow(entry.wholeRow, change, ask, ifMatch) : change
}

/** Moments as texts. */
const plain = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]))
