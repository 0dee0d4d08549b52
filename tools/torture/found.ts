import type { Trade } from "../../server/ports/payment/testing/stand-in-world"
import type { Asked, Tally } from "./record"
import type { Snapshot } from "./snapshot"

/** What has been asked for and acknowledged, what the gateway knows by its numbers, and what the database says. */
export type Found = { record: Asked; trades: ReadonlyMap<string, Trade>; snapshot: Snapshot }

/** The movements of people's credits by the key of their business event: whose, and how much. */
export type Moves = ReadonlyMap<string, [number, number][]>

/** Could it have happened? Not where nobody asked, nor where each time the site has said no. */
export const possible = ({ done, doubtful }: Tally): boolean => done + doubtful > 0
