import { defineModule } from "../../module"
import { reportRoutes } from "./report.routes"
import { forgetReporter } from "./report.usecases"
import { reportTable } from "./report.table"

export const reportModule = defineModule({
  ...reportRoutes,
  personal: [{ table: reportTable, exportAs: "report", onErase: forgetReporter, onDelete: "delete" }],
})
