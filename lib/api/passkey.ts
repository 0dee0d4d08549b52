import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import type { Result } from "../contract/types"
import { api } from "./client"

/* Passkeys of this browser. The library is loaded on first use. */

/** Returns whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => typeof window !== "undefined" && "PublicKeyCredential" in window

const refused = (message: string): Result<never> => ({ ok: false, status: 0, message })
/** Explains a browser's error after the user cancelled, waited too long, or has no passkey to answer with. */
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

/** Signs in with a passkey; `alone` = instead of name and password. The result is what the login calls take as `passkey`. Never throws. */
export const signWithPasskey = async (alone: boolean): Promise<Result<string>> => {
  const begun = await api("POST /user/login/passkey/begin", { alone })
  if (!begun.ok) return begun
  return answered(async () => {
    const { startAuthentication } = await import("@simplewebauthn/browser")
    return startAuthentication({ optionsJSON: JSON.parse(begun.data.options) as PublicKeyCredentialRequestOptionsJSON })
  })
}

/** Creates a passkey from the answer of `POST /user/passkey/begin`. Never throws. */
export const makePasskey = (options: string): Promise<Result<string>> =>
  answered(async () => {
    const { startRegistration } = await import("@simplewebauthn/browser")
    return startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON })
  })
