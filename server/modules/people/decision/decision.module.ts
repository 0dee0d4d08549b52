import { defineModule } from "@/server/module"
import { decisionTable } from "./decision.table"

export const decisionModule = defineModule({
  personal: [
    {
      table: decisionTable,
      exportAs: "decision",
      internal: ["decided_by"],
      onErase: { keep: "what was rejected or punished stays written down beside what was published" },
      onDelete: "delete",
    },
  ],
})
