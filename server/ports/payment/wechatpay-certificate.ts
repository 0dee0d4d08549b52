import { randomBytes } from "node:crypto"
import { Formatter, Rsa } from "wechatpay-axios-plugin"
import { z } from "zod"
import { certificateOf, openSealed, privateKeyOf, Sealed } from "./keys"
import { GatewayError } from "./payment.port"
import type { WechatpayConfig, WechatpayEndpoint } from "./wechatpay.payment"

/** WeChat's platform certificate as PEM, with its expiry date. */
export type PlatformCertificate = { cert: string; serial_no: string; expires_at: Date }
type Merchant = Pick<WechatpayConfig, "mch_id" | "serial_no" | "private_key" | "api_v3_key">

const Answer = z.object({ data: z.array(z.object({ encrypt_certificate: Sealed })).min(1) })
const Refused = z.object({ code: z.string() })
const path = "v3/certificates"
const answerLimit = 256 * 1024

/**
 * Returns the certificate that signed the answer. Encrypting it required the APIv3 key, and signing required the certificate's private key.
 */
const provenBy = (text: string, headers: Headers, key: string): PlatformCertificate => {
  const result = Answer.safeParse(json(text))
  if (!result.success) throw new GatewayError("unavailable", "form of the answer")
  const certificates = result.data.data.map(({ encrypt_certificate }) => {
    const cert = openSealed(encrypt_certificate, key)
    return { ...certificateOf(cert), cert }
  })
  const signer = certificates.find(({ serial }) => serial === headers.get("wechatpay-serial"))
  const signed = Formatter.joinedByLineFeed(headers.get("wechatpay-timestamp") ?? "", headers.get("wechatpay-nonce") ?? "", text)
  if (!signer || !Rsa.verify(signed, headers.get("wechatpay-signature") ?? "", signer.key))
    throw new GatewayError("unavailable", "signature of the answer")
  const newest = certificates.toSorted((a, b) => b.valid_to.getTime() - a.valid_to.getTime())[0]!
  return { cert: newest.cert, serial_no: newest.serial, expires_at: newest.valid_to }
}

/**
 * Fetches the platform certificate with the merchant's settings: https://pay.weixin.qq.com/doc/v3/merchant/4012551764. Null if the merchant
 * has none: newer merchants have WeChat Pay's public key instead.
 * @throws GatewayError
 */
export const fetchPlatformCertificate = async (
  { mch_id, serial_no, private_key, api_v3_key }: Merchant,
  { base, now, timeout = 10_000 }: WechatpayEndpoint,
): Promise<PlatformCertificate | null> => {
  const [time, nonce] = [String(Math.floor(now().getTime() / 1000)), randomBytes(16).toString("hex")]
  const url = new URL(path, base)
  const signature = Rsa.sign(Formatter.request("GET", url.pathname, time, nonce), privateKeyOf(private_key))
  const headers = { accept: "application/json", authorization: Formatter.authorization(mch_id, nonce, signature, time, serial_no) }
  const [reply, text] = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(timeout) })
    .then(async (answer) => [answer, (await answer.text()).slice(0, answerLimit)] as const)
    .catch(() => {
      throw new GatewayError("unavailable", "network")
    })
  if (reply.status === 200) return provenBy(text, reply.headers, api_v3_key)
  const code =
    Refused.safeParse(json(text))
      .data?.code.replace(/[^A-Z_]/g, "")
      .slice(0, 40) ?? ""
  if (reply.status === 404 && code === "RESOURCE_NOT_EXISTS") return null
  throw new GatewayError(reply.status === 401 ? "config" : "unavailable", code || `status ${reply.status}`)
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
