"use client"

import type { FormInstance, FormProps } from "antd"
import type { ReactNode } from "react"
import { PassAppeal } from "@/components/people/appeal/pass-appeal"
import { LiveForm } from "@/components/ui/form/live-form"
import { SubmitButton } from "@/components/ui/form/submit-button"
import type { useAttempt } from "./use-attempt"
import { MoreIcon } from "@/components/ui/more-icon"

/** The server's message about the whole form, announced to screen readers. */
const FormAlert = ({ message, more = "" }: { message: string; more?: string }) => (
  <div role="alert" className="form-alert">
    {message && (
      <div className="alert bad">
        <MoreIcon name="alert" />
        <div>
          {message}
          {more && <p>{more}</p>}
        </div>
      </div>
    )}
  </div>
)

export type Submit = { label: string; working: string }

type Props<F> = {
  form: FormInstance<F>
  /** prefix that keeps the ids of its fields unique */
  name: string
  attempt: ReturnType<typeof useAttempt>
  submit: Submit
  disabled?: boolean
  initialValues?: FormProps<F>["initialValues"]
  onFinish: (fields: F) => void
  children: ReactNode
}

/** The layout of all account forms: fields, server message, submit button, and the appeal of a user whose account is disabled. */
export const AccountForm = <F extends object>({ attempt, submit, disabled = false, children, ...form }: Props<F>) => (
  <>
    <LiveForm<F> {...form} requiredMark={false} disabled={disabled} onFinishFailed={attempt.onFinishFailed}>
      {children}
      <FormAlert message={attempt.message} more={attempt.more} />
      <SubmitButton className="lg block" busy={attempt.busy} working={submit.working} disabled={disabled || attempt.blocked}>
        {submit.label}
      </SubmitButton>
    </LiveForm>
    {attempt.appealPass && <PassAppeal key={attempt.appealPass} pass={attempt.appealPass} />}
  </>
)
