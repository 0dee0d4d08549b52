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
 * A form that people fill in: labels above, errors beside the fields as they are left, the first wrong one gets the focus. Nothing that is
 * typed, filled in or pressed before the page's script is there gets lost, and nothing of it ever stands in an address.
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
        // hidden while typing, so that the button does not move under the pointer
        for (const field of Object.keys(changed))
          if (instance.getFieldError(field as never).length) instance.setFields([{ name: field as never, errors: [] }])
      }}
      onFinish={onFinish}
    >
      {children}
    </Form>
  )
}
