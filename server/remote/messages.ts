import type { CallKey } from "../../lib/contract/area"
import recorded from "./messages.json"

export type Fields = Record<string, unknown>
export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * The fields of a message. A type is a scalar (`int64`, `string`, `bool`, `Timestamp`) or another message's name; a trailing `[]` is a
 * list.
 */
type Message = Record<string, string>

/** The fields that a server reads in the body of its calls. */
export type Messages = {
  /** Names of the fields that it accepts; undefined for a call whose message is not recorded. */
  namesOf: (key: CallKey) => string[] | undefined
  /**
   * Returns the accepted ones of `fields`, also in nested messages. An unknown field makes such a server reject the whole request (400).
   */
  knownFields: (key: CallKey, fields: Fields) => Fields
}

/**
 * Returns the messages of a community server, recorded from one (NOTICE). `more` adds fields by message; `own` holds the messages of calls
 * that only another server has.
 */
export const messagesWith = (more: Record<string, Message> = {}, callMessages: Partial<Record<CallKey, Message>> = {}): Messages => {
  const written: Record<string, Message> = recorded.messages
  const calls: Record<string, { request: string }> = recorded.calls
  const messageOf = (name: string): Message | undefined => (written[name] ?? more[name]) && { ...written[name], ...more[name] }
  const requestOf = (key: CallKey): Message | undefined => callMessages[key] ?? (calls[key] && (messageOf(calls[key].request) ?? {}))
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
    knownFields: (key, fields) => {
      const message = requestOf(key)
      return message ? knownOf(message, fields) : fields
    },
  }
}
