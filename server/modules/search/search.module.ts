import { defineModule } from "../../module"
import { searchRoutes } from "./search.routes"
import { searchRecordTable } from "./search.table"

export const searchModule = defineModule({
  ...searchRoutes,
  personal: [{ table: searchRecordTable, exportAs: "search_record", onErase: "delete" }],
})
