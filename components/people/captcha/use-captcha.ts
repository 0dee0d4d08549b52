import { useCallback, useEffect, useRef, useState } from "react"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { noCaptcha, type CaptchaReply, type CaptchaState, type CaptchaUse, type CaptchaValue } from "./captcha-types"
import { kindOf, rememberKind, useLastKind } from "./last-kind"
import { solveChallenge } from "./solve-challenge"

/** A captcha expires on the server after ten minutes; this leaves half a minute of reserve. */
const LIFE = 9.5 * 60_000

/** Runs `act` at once if the page is visible, else when it becomes visible. */
const whenSeen = (act: () => void, signal: AbortSignal): void => {
  if (document.visibilityState === "visible") return act()
  document.addEventListener("visibilitychange", act, { once: true, signal })
}

/** `kind` is null until the server answers. */
type PartialState = Omit<CaptchaState, "kind"> & { kind: CaptchaState["kind"] | null }

/** Returns the state after a reply; a proof of work without a challenge is a failure. */
const stateOf = (reply: CaptchaReply): Omit<CaptchaState, "round"> => {
  const kind = kindOf(reply.type)
  if (!reply.enable) return { phase: "off", kind, reply: null, message: "" }
  if (kind === "pow" && !reply.challenge) return { phase: "failed", kind, reply: null, message: "验证码没有取到" }
  return { phase: "ready", kind, reply, message: "" }
}

/**
 * Requests a captcha, solves it if it is a proof of work, and renews it before it expires. `onValue` receives the id as soon as it is
 * known, with an empty answer, and later the solved proof of work.
 */
export const useCaptcha = (
  { purpose, sms = false }: CaptchaUse,
  wait: boolean,
  onValue: (value: CaptchaValue) => void,
): { state: CaptchaState; reload: () => void } => {
  const guess = useLastKind()
  const [captchaState, setKnown] = useState<PartialState>({
    phase: wait ? "waiting" : "loading",
    kind: null,
    reply: null,
    message: "",
    round: 0,
  })
  const [order, setOrder] = useState(wait ? 0 : 1)
  const reload = useCallback(() => setOrder((old) => old + 1), [])
  const tell = useRef(onValue)
  useEffect(() => {
    tell.current = onValue
  }, [onValue])

  useEffect(() => {
    if (order === 0) return
    const ended = new AbortController()
    const { signal } = ended
    let renewal: ReturnType<typeof setTimeout> | undefined
    const fail = (message: string) => setKnown((old) => ({ ...old, phase: "failed", message }))

    const load = async () => {
      setKnown((old) => ({ ...old, phase: "loading" }))
      tell.current(noCaptcha)
      const answer = await api("GET /user/captcha", { type: purpose, pow: true, t: Date.now(), ...(sms && { sms }) })
      if (signal.aborted) return
      if (!answer.ok) return fail(refusalText(answer, "验证码没有取到"))
      const next = stateOf(answer.data)
      setKnown((old) => ({ ...next, round: old.round + 1 }))
      const { id, challenge } = answer.data
      if (next.phase !== "ready") return
      rememberKind(next.kind)
      tell.current({ captcha: "", captcha_id: id })
      renewal = setTimeout(() => whenSeen(reload, signal), LIFE)
      if (!challenge || next.kind !== "pow") return
      const captcha = await solveChallenge(challenge, signal).catch(() => "")
      if (signal.aborted) return
      if (captcha) tell.current({ captcha, captcha_id: id })
      else fail("这次没能确认，请重试")
    }

    void load()
    return () => {
      ended.abort()
      clearTimeout(renewal)
    }
  }, [order, purpose, sms, reload])

  return { state: { ...captchaState, kind: captchaState.kind ?? guess }, reload }
}
