"use client"

import type { FormInstance, FormProps } from "antd"
import type { ReactNode } from "react"
import { LiveForm } from "@/components/form/live-form"
import { SubmitButton } from "@/components/form/submit-button"
import { FormAlert } from "./form-alert"
import type { useAttempt } from "./use-attempt"

export type Submit = { label: string; working: string }

type Props<F> = {
  form: FormInstance<F>
  /** makes the ids of its fields its own */
  name: string
  attempt: ReturnType<typeof useAttempt>
  submit: Submit
  disabled?: boolean
  initialValues?: FormProps<F>["initialValues"]
  onFinish: (fields: F) => void
  children: ReactNode
}

/** What all account forms share: fields, what the server said to all of them, and the button. */
export const AccountForm = <F extends object>({ attempt, submit, disabled = false, children, ...form }: Props<F>) => (
  <LiveForm<F> {...form} requiredMark={false} disabled={disabled} onFinishFailed={attempt.onFinishFailed}>
    {children}
    <FormAlert message={attempt.message} more={attempt.more} />
    <SubmitButton className="lg block" busy={attempt.busy} working={submit.working} disabled={disabled || attempt.blocked}>
      {submit.label}
    </SubmitButton>
  </LiveForm>
)
