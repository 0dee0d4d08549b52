import type { Trade } from "../../server/ports/payment/testing/stand-in-world"
import type { RequestRecord, Tally } from "./record"
import type { Snapshot } from "./snapshot"

/** The requested and acknowledged payments, the gateway's trades by their numbers, and the state of the database. */
export type TortureState = { record: RequestRecord; trades: ReadonlyMap<string, Trade>; snapshot: Snapshot }

/** The movements of users' credits by the key of their business event: user and amount. */
export type Moves = ReadonlyMap<string, [number, number][]>

/** Checks whether it can have happened: not if it was never requested, or if the site refused every request. */
export const possible = ({ done, doubtful }: Tally): boolean => done + doubtful > 0
