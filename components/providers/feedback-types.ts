export type Question = { title: string; content?: string; okText?: string; cancelText?: string; danger?: boolean }

/** What a component may say. Errors stay 5 s and are announced at once, the rest 3 s. */
export type Feedback = {
  success: (text: string) => void
  info: (text: string) => void
  warning: (text: string) => void
  error: (text: string) => void
  /** true when the person agreed */
  confirm: (question: Question) => Promise<boolean>
}

/** The loaded side: antd's App, as two verbs. */
export type Hands = {
  say: (kind: "success" | "info" | "warning" | "error", text: string) => void
  ask: (question: Question, answer: (agreed: boolean) => void) => void
}
