import { defineModule } from "@/server/module"
import { reportRoutes } from "./report.routes"
import { reportTable } from "./report.table"
import { forgetReporter } from "./report.usecases"

export const reportModule = defineModule({
  ...reportRoutes,
  personal: [{ table: reportTable, exportAs: "report", onErase: forgetReporter, onDelete: "delete" }],
})
