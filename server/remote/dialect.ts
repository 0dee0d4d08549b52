import type { CallKey } from "../../lib/contract/area"
import type { z } from "zod"
import type { StreamKey } from "../../lib/contract/streams"
import type { Contract, Key } from "../../lib/contract/types"
import type { Fields, Messages } from "./messages"

/**
 * An answer of the remote server: its status, and its body as JSON if it has any. `own`: a refusal by this program, with its own message.
 */
export type RemoteReply = { status: number; statusText?: string; data: unknown; headers?: Record<string, string>; isLocal?: true }

/** The server did not answer, or its answer was unintelligible. */
export const noReply: RemoteReply = { status: 502, data: {} }

/** A refusal of the remote server while an answer was being put together. */
export class RemoteRefusal extends Error {
  constructor(readonly reply: RemoteReply) {
    super(`refused: ${reply.status}`)
  }
}

/** Calls the remote server in its own format, with the caller's permissions. Never throws. */
export type AskRemote = (key: CallKey, input: Fields) => Promise<RemoteReply>

/** The input of a call, parsed by the contract. */
export type CallInput<K extends Key> = z.output<Contract[K]["input"]>

/** Reads the row that a change refers to, as the remote server returns it, or returns its refusal. */
export type ReadRow = (change: Fields, ask: AskRemote) => Promise<RemoteReply>

export type OfferedCall<K extends Key> = {
  offered: true
  /** The remote server's address of the call, if it differs. */
  key?: CallKey
  /** Completes or checks the input, whose fields stay the same, before it is converted. */
  complete?: (input: CallInput<K>, ask: AskRemote) => Promise<CallInput<K>>
  /** Converts the input to the remote server's format. Throws an `AppError` for anything that the server cannot do. */
  toRemote?: (input: CallInput<K>, ask: AskRemote) => Fields | Promise<Fields>
  /** The call's message replaces the whole row: the row is read, the change is merged into it, and everything is sent. */
  wholeRow?: ReadRow
  /** Returns the row's text, which distinguishes two versions of it; without it, only their times do. */
  textOf?: (row: Fields) => string
  /** Checks whether the server cannot have what the input asks for: the answer is empty, without a request. */
  hasNone?: (input: CallInput<K>) => boolean
  /** The server records the caller: a page makes the call in the name of its visitor (`recorded-searches.ts`). */
  isRecorded?: true
  /** Input fields that the remote server lacks, in addition to those missing from its message; screens of settings by name. */
  absent?: readonly string[]
  /** Fields that the rows of its answer lack. */
  missing?: readonly string[]
  /** Absent input fields that protect this program's own answers and mean nothing there: they are dropped, not refused. */
  dropped?: readonly string[]
  /** Input fields that the remote server requires although the contract does not. */
  required?: readonly string[]
  /**
   * Converts the answer to this program's format. The contract then fills in omitted zero values. `converted`: what `toRemote` returned,
   * also the fields that the remote server lacks.
   */
  fromRemote?: (answer: Fields, context: { input: CallInput<K>; converted: Fields; ask: AskRemote }) => Fields | Promise<Fields>
}
export type DialectEntry<K extends Key> = { offered: false } | OfferedCall<K>

/** The API of one kind of server: every call of the contract and every stream. A missing entry does not compile. */
export type Dialect = {
  name: DialectName
  calls: { [K in Key]: DialectEntry<K> }
  streams: Record<StreamKey, boolean>
  /**
   * The inputs that its lists honour besides paging; it ignores everything else. A list that is not named honours all inputs of the
   * contract.
   */
  listInputs: Partial<Record<Key, readonly string[]>>
  /** Fields that it reads in requests. */
  messages: Messages
  /**
   * False for another site of this program: requests pass through unchanged. Otherwise pages and covers are addressed by the MD5 of the
   * file.
   */
  translated: boolean
}
export type DialectName = "native" | "community" | "pro"

export const offered = { offered: true } as const
export const notOffered = { offered: false } as const
