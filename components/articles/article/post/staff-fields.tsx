"use client"

import { Form, Input, Radio, Switch } from "antd"
import { CallItem } from "@/components/ui/form/call-item"
import { NumberField, readableNumber } from "@/components/ui/form/number-field"
import { ReviewStatus } from "@/lib/contract/library/content.enums"

/** The settings that staff change beside the text. */
export type StaffValues = { identifier: string; status: number; reject_reason: string; is_recommend: boolean; notice: number | null }

/** 管理设置, of a new article or of one that already has its URL. */
export const StaffFields = ({ call }: { call: "POST /article" | "PUT /article" }) => {
  const fixed = call === "PUT /article"
  const status = Form.useWatch<number>("status")
  return (
    <div className="card pad">
      <h2>管理设置</h2>
      <Form.Item name="status" label="审核状态">
        <Radio.Group options={ReviewStatus.options.map(({ value, label }) => ({ value, label }))} />
      </Form.Item>
      <Form.Item
        name="reject_reason"
        label="拒绝原因"
        hidden={status !== ReviewStatus.rejected}
        rules={[{ required: status === ReviewStatus.rejected, whitespace: true, message: "请写明原因" }]}
      >
        <Input.TextArea maxLength={200} rows={2} placeholder="作者会看到" />
      </Form.Item>
      <Form.Item name="is_recommend" label="推荐文章" valuePropName="checked">
        <Switch />
      </Form.Item>
      <CallItem call={call} name="notice" label="公告值" extra="大于 0 就是公告，越大越靠前" rules={[readableNumber]}>
        <NumberField min={0} max={1_000_000} precision={0} />
      </CallItem>
      <Form.Item
        name="identifier"
        label="文章标识"
        extra={fixed ? "文章的网址不再改变" : "用在网址里，不写就自动生成"}
        rules={[{ pattern: /^[\w-]{1,64}$/, message: "标识只能用字母、数字、下划线和短横线" }]}
      >
        <Input maxLength={64} disabled={fixed} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </div>
  )
}
