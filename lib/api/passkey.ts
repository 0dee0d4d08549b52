import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import type { Result } from "../contract/types"
import { api } from "./client"

/* Passkeys of this browser. The library is loaded with the first use. */

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => typeof window !== "undefined" && "PublicKeyCredential" in window

const refused = (message: string): Result<never> => ({ ok: false, status: 0, message })
/** What a browser says when the person has left its question, waited too long, or has nothing to answer with. */
const reasonOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ""
  if (name === "InvalidStateError") return "这台设备上已经有本站的通行密钥"
  if (name === "SecurityError") return "请用网站的正式地址打开，再使用通行密钥"
  return "没有完成通行密钥的验证"
}

const answered = async (ask: () => Promise<object>): Promise<Result<string>> => {
  try {
    return { ok: true, status: 200, data: JSON.stringify(await ask()) }
  } catch (error) {
    return refused(reasonOf(error))
  }
}

/** Has a passkey sign in; `alone` in place of name and password. The answer is what the calls of a login take as `passkey`. Never throws. */
export const signWithPasskey = async (alone: boolean): Promise<Result<string>> => {
  const begun = await api("POST /user/login/passkey/begin", { alone })
  if (!begun.ok) return begun
  return answered(async () => {
    const { startAuthentication } = await import("@simplewebauthn/browser")
    return startAuthentication({ optionsJSON: JSON.parse(begun.data.options) as PublicKeyCredentialRequestOptionsJSON })
  })
}

/** Has a passkey made for what `POST /user/passkey/begin` answered. Never throws. */
export const makePasskey = (options: string): Promise<Result<string>> =>
  answered(async () => {
    const { startRegistration } = await import("@simplewebauthn/browser")
    return startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON })
  })
