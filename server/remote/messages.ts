import type { CallKey } from "../../lib/contract/area"
import recorded from "./messages.json"

export type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value)

/** The fields of a message. Their types: a scalar (`int64`, `string`, `bool`, `Timestamp`) or another message's name; `[]` behind it is a list. */
type Message = Record<string, string>

/** What a server reads in the body of its calls. */
export type Messages = {
  /** The names of the fields that it knows there; undefined for a call whose message nobody has written down. */
  namesOf: (key: CallKey) => string[] | undefined
  /** The known ones of `fields`, inner messages too: an unknown field makes such a server refuse the whole request (400). */
  known: (key: CallKey, fields: Fields) => Fields
}

/**
 * The messages of a community server, recorded from one (NOTICE); `more` adds fields to them, by message, `own` the messages of
 * calls that only another server has.
 */
export const messagesWith = (more: Record<string, Message> = {}, own: Partial<Record<CallKey, Message>> = {}): Messages => {
  const written: Record<string, Message> = recorded.messages
  const calls: Record<string, { request: string }> = recorded.calls
  const messageOf = (name: string): Message | undefined => (written[name] ?? more[name]) && { ...written[name], ...more[name] }
  const requestOf = (key: CallKey): Message | undefined => own[key] ?? (calls[key] && (messageOf(calls[key].request) ?? {}))
  const knownOf = (message: Message, fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name, value]) => message[name] !== undefined && value !== undefined && value !== null)
        .map(([name, value]) => [name, knownValue(message[name]!, value)]),
    )
  const knownValue = (type: string, value: unknown): unknown => {
    const inner = messageOf(type.replace(/\[\]$/, ""))
    if (Array.isArray(value)) return inner ? value.map((one) => (isFields(one) ? knownOf(inner, one) : one)) : value
    return inner && isFields(value) ? knownOf(inner, value) : value
  }
  return {
    namesOf: (key) => {
      const message = requestOf(key)
      return message && Object.keys(message)
    },
    known: (key, fields) => {
      const message = requestOf(key)
      return message ? knownOf(message, fields) : fields
    },
  }
}
