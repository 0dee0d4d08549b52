import { defineModule } from "../../module"
import { orderRoutes } from "./order.routes"
import { orderTable, userVipTable } from "./order.table"

export const orderModule = defineModule({
  ...orderRoutes,
  personal: [
    { table: orderTable, exportAs: "order", onErase: { keep: "money stays written down" } },
    { table: userVipTable, exportAs: "user_vip", onErase: { keep: "money stays written down" }, onDelete: "delete" },
  ],
})
