"use client"

import { Form, type FormInstance, type FormProps } from "antd"
import type { ReactNode } from "react"
import { FormAlert } from "./form-alert"
import { SubmitButton } from "./submit-button"
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

/** What all account forms share: labels above, errors beside the fields, the first wrong one gets the focus, Enter submits. */
export const AccountForm = <F extends object>({ form, name, attempt, submit, disabled = false, initialValues, onFinish, children }: Props<F>) => (
  <Form<F>
    form={form}
    name={name}
    // sent before the script is there, nothing of it stands in the address
    method="post"
    className="form"
    noValidate
    layout="vertical"
    size="large"
    requiredMark={false}
    validateTrigger="onBlur"
    scrollToFirstError={{ focus: true, block: "center" }}
    disabled={disabled}
    initialValues={initialValues}
    onValuesChange={(changed: object) => {
      // gone while one types, so that nothing moves under the press on the button
      for (const field of Object.keys(changed)) if (form.getFieldError(field as never).length) form.setFields([{ name: field as never, errors: [] }])
    }}
    onFinish={onFinish}
    onFinishFailed={attempt.onFinishFailed}
  >
    {children}
    <FormAlert message={attempt.message} more={attempt.more} />
    <SubmitButton busy={attempt.busy} working={submit.working} disabled={disabled || attempt.blocked}>
      {submit.label}
    </SubmitButton>
  </Form>
)
