import { review } from "@/lib/contract/operations/review"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { reviewClaimTable, reviewVerdictTable } from "./review.table"
import { readSafetyChecks } from "./safety-list.usecases"
import { claimItem, decideItem, decideItems, readItem, readQueue, readReviewFigures, releaseItem } from "./review.usecases"

/** How long verdicts are kept for the figures. */
const verdictDays = 400

export const reviewModule = defineModule({
  ...serve(review, {
    "GET /review/list": readQueue,
    "GET /review": readItem,
    "GET /safetycheck/list": readSafetyChecks,
    "GET /review/figures": readReviewFigures,
    "PUT /review/claim": claimItem,
    "DELETE /review/claim": releaseItem,
    "POST /review/verdict": decideItem,
    "POST /review/verdict/batch": decideItems,
  }),
  personal: [
    { table: reviewClaimTable, notExported: "says for ten minutes what a member of staff works on", onErase: "delete" },
    {
      table: reviewVerdictTable,
      exportAs: "review_verdict",
      onErase: { keep: "the figures of the desk stay right; the account's name is gone with the account" },
      onDelete: "delete",
    },
  ],
  sweep: [
    { table: reviewClaimTable, by: reviewClaimTable.until },
    {
      table: reviewVerdictTable,
      by: reviewVerdictTable.created_at,
      before: (now) => new Date(now.getTime() - verdictDays * 86_400_000),
    },
  ],
})
