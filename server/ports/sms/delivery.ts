import { boundedText } from "../web/bounded-text"
import { missing, type AnyAdapter, type SigningContext, type SmsAnswer, type SmsRequest } from "./adapter"
import { SmsError, type SmsMessage, type SmsSettings } from "./sms.port"

const answerBytes = 64 * 1024
/** Length of the column in the SMS log. */
const errorCharacters = 500
/** Minimum length of a secret to mask. Masking shorter values would garble the text. */
const secretCharacters = 4

export const timedOut = (seconds: number) => new SmsError(`短信平台 ${seconds} 秒内没有答复，请稍后再试`)
export const unreachable = (host: string, reason?: string) =>
  new SmsError(`连不上短信平台 ${host}${reason ? `（${reason}）` : ""}，请检查接口地址和网络`)
export const refused = (refusal: string, response: string) =>
  new SmsError(`短信平台没有接受：${refusal}`.slice(0, errorCharacters), response)

/** Masks secrets in a text, including URL-encoded and JSON-escaped ones. */
const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length >= secretCharacters)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .reduce((left, secret) => left.replaceAll(secret, "***"), text)

/** Masks the code and the phone number in an answer that is stored. */
const withoutPerson = (text: string, { mobile, code }: SmsMessage): string => {
  const number = mobile.slice(-11)
  return text.replaceAll(number, `${number.slice(0, 3)}****${number.slice(-4)}`).replaceAll(code, "***")
}

/** Returns a provider's text without secrets and personal data, safe to store. */
export const recordable = (text: string, secrets: readonly string[], message: SmsMessage): string =>
  withoutPerson(withoutSecrets(text, secrets), message)

const headersOf = (request: SmsRequest): Headers => {
  try {
    return new Headers(request.headers)
  } catch {
    throw new SmsError("短信配置里有不能放进请求头的字符，请检查账号和密钥")
  }
}

const codeOf = (error: unknown): string | undefined => {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === "string" ? cause.code : undefined
}

const ask = async (request: SmsRequest, fetchImpl: typeof fetch, timeoutMs: number, signal?: AbortSignal): Promise<SmsAnswer> => {
  const headers = headersOf(request)
  const stopping = new AbortController()
  const cancel = () => stopping.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    stopping.abort()
  }, timeoutMs)
  signal?.addEventListener("abort", cancel, { once: true })
  try {
    signal?.throwIfAborted()
    // A redirect would send the code and the signature to an unknown address.
    const reply = await fetchImpl(request.url, {
      method: request.method,
      headers,
      body: request.body,
      redirect: "manual",
      signal: stopping.signal,
    })
    return { status: reply.status, text: await boundedText(reply, answerBytes) }
  } catch (error) {
    if (signal?.aborted) throw new SmsError("发送已取消")
    throw late ? timedOut(timeoutMs / 1000) : unreachable(new URL(request.url).host, codeOf(error))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", cancel)
  }
}

export type DeliveryOptions = { fetchImpl: typeof fetch; timeoutMs: number; signing(): SigningContext }

/** Sends a message through a provider and resolves to its answer. Throws SmsError. */
export const deliver = async (
  adapter: AnyAdapter,
  given: SmsSettings,
  message: SmsMessage,
  options: DeliveryOptions,
  signal?: AbortSignal,
): Promise<{ response: string }> => {
  const settings: SmsSettings = Object.fromEntries(Object.keys(adapter.fields).map((name) => [name, (given[name] ?? "").trim()]))
  for (const [name, label] of Object.entries(adapter.fields)) if (label && !settings[name]) throw missing(label)
  const clean = (text: string) =>
    recordable(
      text,
      adapter.secrets.map((name) => settings[name] ?? ""),
      message,
    )
  const answer = await ask(adapter.request(settings, message, options.signing()), options.fetchImpl, options.timeoutMs, signal)
  const redirected = answer.status >= 300 && answer.status < 400
  const refusal = redirected ? `接口要求转到别的地址（HTTP ${answer.status}），没有跟过去` : adapter.refusal(answer, settings)
  // Masked before truncation, because half a secret would not be recognized.
  if (refusal !== null) throw refused(clean(refusal), clean(answer.text))
  return { response: clean(answer.text) }
}
