import { defineModule } from "@/server/module"
import { reportRoutes } from "./report.routes"
import { reportTable } from "./report.table"
import { forgetReporter } from "./report.usecases"

export const reportModule = defineModule({
  ...reportRoutes,
  personal: [
    { table: reportTable, exportAs: "report", internal: ["weight", "network", "case_id"], onErase: forgetReporter, onDelete: "delete" },
  ],
})
