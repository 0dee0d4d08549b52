import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { appeal } from "@/lib/contract/people/appeal"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { unlessClaimed } from "../../operations/claim/claim.policy"
import { appealTable } from "./appeal.table"
import { answerAppeal, readAppeal, readAppeals, readOwnDecisions, sendAppeal, sendAppealByPass } from "./appeal.usecases"

export const appealModule = defineModule({
  ...serve(appeal, {
    "GET /appeal/decision/list": readOwnDecisions,
    "POST /appeal": sendAppeal,
    "POST /appeal/pass": sendAppealByPass,
    "GET /appeal/list": readAppeals,
    "GET /appeal": readAppeal,
    "PUT /appeal": unlessClaimed(ReviewKind.appeal, ({ id }) => [id], answerAppeal),
  }),
  personal: [
    {
      table: appealTable,
      exportAs: "appeal",
      internal: ["answered_by"],
      onErase: { keep: "what was appealed stays written down beside the decision" },
      onDelete: "delete",
    },
  ],
})
