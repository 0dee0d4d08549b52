import { boundedText } from "../web/bounded-text"
import { safetyProviders } from "../../../lib/contract/community/content-safety.enums"
import { SafetyError, type SafetyAccount } from "./content-safety.port"

/** `fetch` is `createGuardedFetch`, which refuses private addresses (docs/decisions/152). */
export type SafetyOptions = { fetch: typeof fetch; now?: () => Date; nonce?: () => string; timeoutMs?: number }
export type SafetyRequest = { url: string; method: string; headers: Record<string, string>; body?: string | Buffer<ArrayBuffer> }
export type SafetyAnswer = { status: number; text: string }

const patienceMs = 20_000
/** Maximum length of an answer that is read (bytes), and of its words that staff see. */
const [maxAnswer, maxWords] = [256_000, 200]

/** Sends one request. A redirect is an answer, because following it would send the signature to an unknown address. */
export const sendSafely = async (
  { fetch, timeoutMs = patienceMs }: SafetyOptions,
  { provider }: SafetyAccount,
  { url, method, headers, body }: SafetyRequest,
  signal?: AbortSignal,
): Promise<SafetyAnswer> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const response = await fetch(url, { method, headers, ...(body && { body }), redirect: "manual", signal: stop })
    return { status: response.status, text: await boundedText(response, maxAnswer) }
  } catch (cause) {
    if (signal?.aborted) throw cause
    // the cause may name headers, so it is not passed on
    throw new SafetyError(timeout.aborted ? `${safetyProviders[provider]}没有及时答复` : `连不上${safetyProviders[provider]}`)
  }
}

/** Returns the error for an answer that is no verdict, in the words of the service without secrets. */
export const refusalOf = ({ provider, key_id, key_secret }: SafetyAccount, { status }: SafetyAnswer, words: string): SafetyError => {
  const clean = [key_secret, key_id].reduce((text, secret) => (secret ? text.replaceAll(secret, "***") : text), words.trim())
  return new SafetyError(`${safetyProviders[provider]}没有接受（HTTP ${status}）${clean ? `：${clean.slice(0, maxWords)}` : ""}`)
}
