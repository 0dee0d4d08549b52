import { payment } from "@/lib/contract/money/payment"
import { serve } from "@/server/routes"
import { readWechatCertificate } from "./certificate.usecases"

export const paymentRoutes = serve(payment, { "GET /wechatpay/cert": readWechatCertificate })
