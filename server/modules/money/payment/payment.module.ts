import { payment } from "@/lib/contract/money/payment"
import { defineModule } from "@/server/module"
import { serve } from "@/server/routes"
import { readWechatCertificate } from "./certificate.usecases"

export const paymentModule = defineModule(serve(payment, { "GET /wechatpay/cert": readWechatCertificate }))
