import { defineModule } from "../../module"
import { punishmentRoutes } from "./punishment.routes"
import { punishmentTable } from "./punishment.table"

export const punishmentModule = defineModule({
  ...punishmentRoutes,
  personal: [
    {
      table: punishmentTable,
      notExported: "holds what staff remarked",
      onErase: { keep: "what was punished stays written down beside what was published" },
      onDelete: "delete",
    },
  ],
})
