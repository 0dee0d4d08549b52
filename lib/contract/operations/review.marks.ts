import { z } from "zod"
import { num, str } from "../schema"

/** A sensitive word in a row of a list. `action` is a `SensitiveAction`, `category` a `SensitiveCategory`. */
export const RowHit = z.object({ word: str, category: num, action: num })

/**
 * What the lists of documents, articles and comments say beside a row to staff who may review that kind; absent for everybody else.
 * `claimed_by`: the colleague who has claimed it at the review desk, "" for nobody; `hits`: its sensitive words, the strictest first, at
 * most 5.
 */
export const reviewMarks = { claimed_by: z.string().optional(), hits: z.array(RowHit).optional() }
