export type Question = { title: string; content?: string; okText?: string; cancelText?: string; danger?: boolean }

/** An action offered beside a message, such as 撤销 after a change. */
export type NoticeAction = { label: string; onClick: () => void }

/** Messages and confirmations. Errors stay 5 s and are announced at once, messages with an action 10 s, the rest 3 s. */
export type Feedback = {
  success: (text: string, action?: NoticeAction) => void
  info: (text: string) => void
  warning: (text: string) => void
  error: (text: string, action?: NoticeAction) => void
  /** resolves to true if the user agrees */
  confirm: (question: Question) => Promise<boolean>
}

/** The lazily loaded part: antd's App. */
export type FeedbackBridge = {
  show: (kind: "success" | "info" | "warning" | "error", text: string, action?: NoticeAction) => void
  ask: (question: Question, answer: (agreed: boolean) => void) => void
}
