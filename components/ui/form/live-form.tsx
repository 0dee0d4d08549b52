"use client"

import { Form, type FormInstance, type FormProps } from "antd"
import { useRef, type ReactNode } from "react"
import "@/app/styles/form.css"
import { earlyMark } from "@/lib/view/loading/first-script"
import { useEarlyInput, type FormHandle } from "./early-input"

type Props<F> = Pick<FormProps<F>, "name" | "className" | "requiredMark" | "disabled" | "initialValues" | "onFinishFailed"> & {
  form?: FormInstance<F>
  onFinish: (fields: F) => void
  children: ReactNode
}

/**
 * The form for users: labels above, errors beside each field on blur, focus on the first invalid field. Nothing typed, autofilled or
 * clicked before the script loads is lost, and none of it ever appears in a URL.
 */
export const LiveForm = <F extends object>({ form: given, className = "form", onFinish, children, ...form }: Props<F>) => {
  const [instance] = Form.useForm<F>(given)
  const ref = useRef<FormHandle<F>>(null)
  useEarlyInput(instance, ref)
  return (
    <Form<F>
      {...form}
      {...{ [earlyMark]: "" }}
      suppressHydrationWarning
      ref={ref}
      form={instance}
      method="post"
      className={className}
      noValidate
      layout="vertical"
      size="large"
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true, block: "center" }}
      onValuesChange={(changed: object) => {
        // hides errors while typing; on blur they would move the button under the pointer
        for (const field of Object.keys(changed))
          if (instance.getFieldError(field as never).length) instance.setFields([{ name: field as never, errors: [] }])
      }}
      onFinish={onFinish}
    >
      {children}
    </Form>
  )
}
