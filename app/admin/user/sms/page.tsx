"use client"

import { crudPage } from "@/components/admin/crud-page"
import { MobileCell } from "@/components/people/user/admin/mobile-cell"
import { entities } from "@/lib/contract/entities"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { SmsStatus } from "@/lib/contract/people/sms.enums"
import { smsChoices } from "@/lib/view/site/settings-screens"

/** The log of text messages. Phone numbers are masked; revealing one is recorded in the audit log. */
export default crudPage(entities.sms, {
  inspect: true,
  searchIn: false,
  empty: { title: "还没有发过短信", text: "配置好短信服务商，有人用手机号注册或登录时，记录会出现在这里。" },
  fields: {
    mobile: {
      label: "手机号",
      title: true,
      search: true,
      form: false,
      render: (row, { crud, feedback }) => <MobileCell id={row.id} mobile={row.mobile} mayReveal={crud.may("Get")} feedback={feedback} />,
    },
    type: { label: "类型", kind: "enum", options: CodeType, search: true, form: false, card: true },
    status: {
      label: "状态",
      kind: "enum",
      options: SmsStatus,
      tones: { 0: "info", 1: "ok", 2: "bad" },
      search: true,
      form: false,
      card: true,
    },
    provider: { label: "服务商", kind: "enum", options: smsChoices, search: true, form: false },
    user_id: { label: "用户", kind: "user", search: true, form: false, column: "hidden", text: (row) => row.username },
    error: { label: "错误", form: false },
    response: { label: "发送结果", form: false, column: "hidden" },
    ip: { label: "IP", form: false, column: "hidden" },
    created_at: { label: "发送时间", kind: "datetime", search: true, form: false, card: true },
    used_at: { label: "使用时间", kind: "datetime", form: false },
  },
})
