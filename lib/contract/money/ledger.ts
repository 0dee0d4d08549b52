import { z } from "zod"
import { area } from "../area"
import { listing, many, num, str, time } from "../schema"

/** One change of the user's credits; `amount` < 0 = spent, `balance` after it. */
export const CreditEntry = z.object({ id: num, kind: str, remark: str, amount: num, balance: num, created_at: time })

export const ledger = area({
  "GET /user/credit": {
    title: "我的积分明细",
    access: "login",
    input: z.object(listing),
    /** `gained` and `spent` of this month */
    output: z.object({ total: num, balance: num, gained: num, spent: num, credit: many(CreditEntry) }),
  },
})
