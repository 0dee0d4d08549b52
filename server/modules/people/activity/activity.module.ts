import { dynamic } from "@/lib/contract/people/activity"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { dynamicTable } from "./activity.table"
import { readDynamics } from "./activity.usecases"

export const dynamicModule = defineModule({
  ...serve(dynamic, {
    "GET /user/dynamic": readDynamics,
  }),
  personal: [{ table: dynamicTable, exportAs: "dynamic", onErase: "delete" }],
})
