export type Question = { title: string; content?: string; okText?: string; cancelText?: string; danger?: boolean }

/** Messages and questions of components. Errors stay 5 s and are announced at once, the rest 3 s. */
export type Feedback = {
  success: (text: string) => void
  info: (text: string) => void
  warning: (text: string) => void
  error: (text: string) => void
  /** true when the person agreed */
  confirm: (question: Question) => Promise<boolean>
}

/** The part that is loaded later: antd's App. */
export type FeedbackBridge = {
  show: (kind: "success" | "info" | "warning" | "error", text: string) => void
  ask: (question: Question, answer: (agreed: boolean) => void) => void
}
