import { defineModule } from "../../module"
import { paymentRoutes } from "./payment.routes"

export const paymentModule = defineModule(paymentRoutes)
