"use client"

import { Form, Input } from "antd"
import { CaptchaItem } from "@/components/people/captcha/captcha-item"
import type { FormCaptchaPurpose } from "@/components/people/captcha/captcha-types"
import { halfWidth } from "@/lib/rules/typed-text"
import { mobileRules } from "./account-rules"
import { CodeItem, smsLabels } from "./code-item"
import { useSms } from "./use-sms"

/** A mobile number and the code sent to it. `type` is the API's number for the purpose of the code. */
export const SmsItems = ({ purpose, type, disabled = false }: { purpose: FormCaptchaPurpose; type: number; disabled?: boolean }) => {
  const { asking, captcha, send } = useSms(Form.useFormInstance(), type)
  return (
    <>
      <Form.Item name="mobile" label="手机号码" normalize={halfWidth} rules={mobileRules}>
        <Input name="mobile" type="tel" inputMode="tel" autoComplete="tel-national" maxLength={20} />
      </Form.Item>
      <Form form={asking} name={`${purpose}-sms`} component={false} layout="vertical" size="large" requiredMark={false} disabled={disabled}>
        <CaptchaItem purpose={purpose} sms ref={captcha} />
      </Form>
      <CodeItem labels={smsLabels} disabled={disabled} onSend={send} />
    </>
  )
}
