"use client"

import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react"
import "@/app/styles/people/captcha.css"
import { useSettings } from "@/components/providers/settings"
import { MoreIcon } from "@/components/ui/more-icon"
import { halfWidth } from "@/lib/rules/typed-text"
import { CaptchaBox } from "./captcha-box"
import { noCaptcha, type CaptchaHandle, type CaptchaState, type CaptchaUse, type CaptchaValue } from "./captcha-types"
import { missingMessage, announcementOf } from "./captcha-messages"
import { useCaptcha } from "./use-captcha"

type Props = CaptchaUse & {
  /** loads on first interaction instead of at once, for forms that most users ignore */
  lazy?: boolean
  ref?: Ref<CaptchaHandle>
  id?: string
  value?: CaptchaValue
  onChange?: (value: CaptchaValue) => void
  onBlur?: () => void
  "aria-invalid"?: boolean | "true" | "false"
  "aria-describedby"?: string
  /** receives the current state, so that a label can follow */
  onState?: (state: Pick<CaptchaState, "phase" | "kind">) => void
}

/** Returns whether a form may need a captcha, from the public settings. If not, nothing is loaded. */
export const useMayNeedCaptcha = ({ purpose, sms = false }: CaptchaUse): boolean => {
  const { security } = useSettings()
  return sms || security[`enable_captcha_${purpose}`]
}

const Machine = ({ done }: { done: boolean }) => (
  <div className={`captcha-machine${done ? " done" : ""}`}>
    {done ? <MoreIcon name="success" /> : <span className="spin" />}
    <span>{done ? "已确认" : "正在确认你不是机器人…"}</span>
  </div>
)

const Failure = ({ message, onReload }: { message: string; onReload: () => void }) => (
  <div className="captcha-machine failed" role="alert">
    <MoreIcon name="alert" />
    <span>{message}</span>
    <button type="button" className="bt sm" onClick={onReload}>
      重试
    </button>
  </div>
)

const Loaded = ({ purpose, sms, lazy = false, ref, id, value = noCaptcha, onChange, onBlur, onState, ...aria }: Props) => {
  const [listening, setListening] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { state, reload } = useCaptcha({ purpose, sms }, lazy, (next) => onChange?.(next))
  const { phase, kind } = state
  const missing = missingMessage(state, value.captcha)
  useImperativeHandle(ref, () => ({ reload, missing: () => missing }), [reload, missing])
  useEffect(() => onState?.({ phase, kind }), [onState, phase, kind])
  if (phase === "off") return null

  const solved = kind === "pow" && phase === "ready" && value.captcha !== ""
  const hears = kind === "audio" || listening
  const renew = () => {
    reload()
    input.current?.focus()
  }
  return (
    <div className={`captcha ${kind}`}>
      <span className="sr" role="status">
        {announcementOf(state, solved)}
      </span>
      {phase === "waiting" && (
        <button type="button" className="bt block captcha-start" onClick={reload}>
          点击获取验证码
        </button>
      )}
      {phase === "failed" && <Failure message={state.message} onReload={reload} />}
      {kind === "pow" && (phase === "loading" || phase === "ready") && <Machine done={solved} />}
      {kind !== "pow" && (phase === "loading" || phase === "ready") && (
        <CaptchaBox state={state} listening={listening} onReload={renew} onListen={setListening} />
      )}
      {kind !== "pow" && phase !== "waiting" && (
        <div className="in">
          <input
            {...aria}
            id={id}
            ref={input}
            value={value.captcha}
            onChange={(event) => onChange?.({ ...value, captcha: halfWidth(event.target.value) })}
            onBlur={onBlur}
            aria-label="验证码"
            placeholder={hears ? "输入听到的数字" : "输入图中的字符或算式的结果"}
            inputMode={hears ? "numeric" : "text"}
            maxLength={16}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      )}
    </div>
  )
}

/** The captcha of a form: an image, audio, or a proof of work. Renders nothing if none is required. */
export const CaptchaField = (props: Props) => (useMayNeedCaptcha(props) ? <Loaded {...props} /> : null)
