import { defineModule } from "@/server/module"
import { dynamicRoutes } from "./activity.routes"
import { dynamicTable } from "./activity.table"

export const dynamicModule = defineModule({
  ...dynamicRoutes,
  personal: [{ table: dynamicTable, exportAs: "dynamic", onErase: "delete" }],
})
