import type { CaptchaState } from "./captcha-types"

/** Returns the reason why a form cannot be sent yet, "" if it can. `captcha` is the typed text. */
export const missingMessage = ({ phase, kind }: CaptchaState, captcha: string): string => {
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

/** Returns the announcement for screen readers after a change. */
export const announcementOf = ({ phase, kind, round }: CaptchaState, done: boolean): string => {
  if (kind === "pow") return done ? "已确认" : phase === "failed" || phase === "waiting" ? "" : "正在确认你不是机器人…"
  if (phase !== "ready") return ""
  return `${kind === "audio" ? "语音验证码" : "验证码"}${round > 1 ? "已刷新" : "已加载"}`
}
