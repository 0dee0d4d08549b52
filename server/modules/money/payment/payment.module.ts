import { defineModule } from "@/server/module"
import { paymentRoutes } from "./payment.routes"

export const paymentModule = defineModule(paymentRoutes)
