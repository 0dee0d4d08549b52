"use client"

import { Form, type FormItemProps } from "antd"
import type { Key } from "@/lib/contract/types"
import { WithCall } from "@/components/ui/with-call"

/** A field of a form that keeps its value although it is hidden, because the form's call does not take it on this site. */
export const CallItem = ({ call, ...item }: FormItemProps & { call: Key; name: string }) => (
  <WithCall call={call} field={item.name} otherwise={<Form.Item {...item} hidden />}>
    <Form.Item {...item} />
  </WithCall>
)
