import { defineModule } from "@/server/module"
import { announceEndedJob } from "./punishment.jobs"
import { punishmentRoutes } from "./punishment.routes"
import { punishmentTable } from "./punishment.table"

export const punishmentModule = defineModule({
  ...punishmentRoutes,
  jobs: [announceEndedJob],
  personal: [
    {
      table: punishmentTable,
      notExported: "holds what staff remarked",
      onErase: { keep: "what was punished stays written down beside what was published" },
      onDelete: "delete",
    },
  ],
})
