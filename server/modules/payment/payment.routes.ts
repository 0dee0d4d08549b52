import { payment } from "../../../lib/contract/payment"
import { serve } from "../../routes"
import { readWechatCertificate } from "./certificate.usecases"

export const paymentRoutes = serve(payment, { "GET /wechatpay/cert": readWechatCertificate })
