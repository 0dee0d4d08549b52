export type Question = { title: string; content?: string; okText?: string; cancelText?: string; danger?: boolean }

/** What a message offers beside its text, as 撤销 after a change. */
export type NoticeAction = { label: string; onClick: () => void }

/** Messages and questions of components. Errors stay 5 s and are announced at once, those that offer something 10 s, the rest 3 s. */
export type Feedback = {
  success: (text: string, action?: NoticeAction) => void
  info: (text: string) => void
  warning: (text: string) => void
  error: (text: string) => void
  /** true when the person agreed */
  confirm: (question: Question) => Promise<boolean>
}

/** The part that is loaded later: antd's App. */
export type FeedbackBridge = {
  show: (kind: "success" | "info" | "warning" | "error", text: string, action?: NoticeAction) => void
  ask: (question: Question, answer: (agreed: boolean) => void) => void
}
