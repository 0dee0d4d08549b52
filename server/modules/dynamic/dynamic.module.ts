import { defineModule } from "../../module"
import { dynamicRoutes } from "./dynamic.routes"
import { dynamicTable } from "./dynamic.table"

export const dynamicModule = defineModule({
  ...dynamicRoutes,
  personal: [{ table: dynamicTable, exportAs: "dynamic", onErase: "delete" }],
})
