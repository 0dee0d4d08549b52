import { createHmac, timingSafeEqual } from "node:crypto"
import { CodeType } from "@/lib/contract/people/verification.enums"

export type Channel = "mail" | "sms"
export type CodeRow = { id: number; channel: string; address: string; type: number; salt: string }

/**
 * Limits of codes: valid for ten minutes by mail, five by SMS; five attempts; one minute between two codes; ten a day per address, thirty
 * per network, sixty per neighbourhood (docs/decisions/018).
 */
export const codeMinutes: Record<Channel, number> = { mail: 10, sms: 5 }
export const codeTries = 5
export const codeGapSeconds = 60
export const codesADay = { address: 10, network: 30, neighbourhood: 60 }

/** Normalises an address: mail addresses are case-insensitive in practice. */
export const spelledAddress = (channel: Channel, address: string): string => (channel === "mail" ? address.toLowerCase() : address)

/** Computes the six digits of a row with the site's secret; they are not stored anywhere. */
export const codeOf = (secret: Uint8Array, { id, channel, address, type, salt }: CodeRow): string => {
  const bytes = createHmac("sha256", secret)
    .update(JSON.stringify(["code", id, channel, address, type, salt]))
    .digest()
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, "0")
}

/** Compares an entered code; spaces and full-width digits are accepted. */
export const isCodeOf = (secret: Uint8Array, row: CodeRow, given: string): boolean => {
  const [codeBytes, got] = [Buffer.from(codeOf(secret, row)), Buffer.from(given.normalize("NFKC").replace(/\s+/g, ""))]
  return codeBytes.length === got.length && timingSafeEqual(codeBytes, got)
}

const purposes: Record<number, string> = {
  [CodeType.register]: "注册账号",
  [CodeType.login]: "登录",
  [CodeType.find_password]: "找回密码",
  [CodeType.bind]: "绑定邮箱",
  [CodeType.complaint]: "提交版权投诉",
}
/** Returns the purpose of a code, for the mail. */
export const purposeOf = (type: number): string => purposes[type] ?? "验证身份"
