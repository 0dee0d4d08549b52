import type { CallKey } from "../../lib/contract/area"
import type { z } from "zod"
import type { StreamKey } from "../../lib/contract/streams"
import type { Contract, Key } from "../../lib/contract/types"
import type { Fields, Messages } from "./messages"

/** An answer of the remote server: its status, and its body as JSON where it is some. `own`: a refusal of ours, in our words. */
export type Reply = { status: number; statusText?: string; data: unknown; headers?: Record<string, string>; own?: true }

/** The server did not answer, or nothing that can be understood. */
export const noReply: Reply = { status: 502, data: {} }

/** What the remote server refused on the way to an answer. */
export class Refused extends Error {
  constructor(readonly reply: Reply) {
    super(`refused: ${reply.status}`)
  }
}

/** Makes one call of the remote server, in its own words and with the rights of whoever asks. Never throws. */
export type Ask = (key: CallKey, input: Fields) => Promise<Reply>

/** Our input of a call, parsed by the contract. */
export type Given<K extends Key> = z.output<Contract[K]["input"]>

/** Reads the row that a change names, as the remote server sends it; its refusal where it sends none. */
export type ReadRow = (change: Fields, ask: Ask) => Promise<Reply>

export type Offered<K extends Key> = {
  offered: true
  /** the remote server's own address of the call, where it has another one */
  key?: CallKey
  /** our input in the remote server's words; throws an `AppError` for what that server cannot do */
  toRemote?: (input: Given<K>, ask: Ask) => Fields | Promise<Fields>
  /** the call's message replaces the row: the row is read, the change laid over it, and all of it sent */
  wholeRow?: ReadRow
  /** fields of our input that the remote server has no word for, beside those that its message does not know; screens of settings by name */
  absent?: readonly string[]
  /** its answer in our words; zero values that it left out are filled in by the contract afterwards */
  fromRemote?: (answer: Fields, asked: { input: Given<K>; ask: Ask }) => Fields | Promise<Fields>
}
export type Entry<K extends Key> = { offered: false } | Offered<K>

/** How one kind of server speaks: every call of the contract and every stream. A call without an entry does not compile. */
export type Dialect = {
  name: DialectName
  calls: { [K in Key]: Entry<K> }
  streams: Record<StreamKey, boolean>
  /** what it reads in requests */
  messages: Messages
  /** false for another site of this program: requests pass as they are. Else pages and covers are addressed by the MD5 of the file */
  translated: boolean
}
export type DialectName = "native" | "community" | "pro"

export const offered = { offered: true } as const
export const notOffered = { offered: false } as const
