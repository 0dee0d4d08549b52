import { defineModule } from "../../module"
import { signRoutes } from "./sign.routes"
import { signTable } from "./sign.table"

export const signModule = defineModule({
  ...signRoutes,
  personal: [{ table: signTable, exportAs: "sign", onErase: "delete" }],
})
