import type { CaptchaState } from "./captcha-types"

/** Why a form cannot be sent yet; "" when it can. `captcha` is what was typed. */
export const missingWords = ({ phase, kind }: CaptchaState, captcha: string): string => {
  switch (phase) {
    case "off":
      return ""
    case "waiting":
      return "请先获取验证码"
    case "loading":
      return kind === "pow" ? "正在确认你不是机器人，请稍等" : "验证码正在加载，请稍等"
    case "failed":
      return "验证码没有取到，请重试"
    case "ready":
      if (captcha.trim()) return ""
      return kind === "pow" ? "正在确认你不是机器人，请稍等" : "请输入验证码"
  }
}

/** What a screen reader is told when something has changed by itself. */
export const spokenWords = ({ phase, kind, round }: CaptchaState, done: boolean): string => {
  if (kind === "pow") return done ? "已确认" : phase === "failed" || phase === "waiting" ? "" : "正在确认你不是机器人…"
  if (phase !== "ready") return ""
  return `${kind === "audio" ? "语音验证码" : "验证码"}${round > 1 ? "已刷新" : "已加载"}`
}
