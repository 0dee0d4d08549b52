"use client"

import { Form, Input } from "antd"
import { BusyButton } from "@/components/ui/busy-button"
import { spaceHint } from "@/components/ui/space-hint"
import type { PanelProps } from "@/components/admin/crud/options"
import { SidePanel } from "@/components/admin/form/side-panel"
import { useCall } from "@/components/ui/form/use-call"
import { useSession } from "@/components/providers/session"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import type { User } from "@/lib/contract/types"
import { isRoot } from "@/lib/rules/people/staff"

/** Returns why a user cannot be deleted, "" if they can. The server enforces the same rules. */
export const reasonToStay = (user: Pick<User, "id" | "doc_count" | "article_count">, self: number): string => {
  if (isRoot(user)) return "系统的第一个管理员"
  if (user.id === self) return "这是你自己"
  const works = [user.doc_count > 0 ? `${user.doc_count} 份文档` : "", user.article_count > 0 ? `${user.article_count} 篇文章` : ""].filter(
    Boolean,
  )
  return works.length > 0 ? `还有 ${works.join("和 ")}` : ""
}

/** Lists the users to be deleted and those that cannot be, and requires the password of the acting user. */
export const DeleteUsersPanel = ({ rows, crud, onClose }: PanelProps<"/user">) => {
  const self = useSession((state) => state.user?.id ?? 0)
  const [form] = Form.useForm<{ password: string }>()
  const typed: unknown = Form.useWatch("password", form)
  const { busy, call } = useCall({ form })
  const leaving = rows.filter((user) => reasonToStay(user, self) === "")

  const remove = async ({ password }: { password: string }) => {
    if (!(await call(() => api("DELETE /user", { id: leaving.map((user) => user.id), password }), { done: "删除成功" }))) return
    crud.reload()
    onClose()
  }

  return (
    <SidePanel
      onClose={onClose}
      title="删除用户"
      footer={
        <>
          <button type="button" className="bt" onClick={onClose}>
            取消
          </button>
          <BusyButton
            className="danger"
            busy={busy}
            icon={<MoreIcon name="trash" small />}
            disabled={busy || leaving.length === 0}
            onClick={() => form.submit()}
          >
            删除 {leaving.length} 位用户
          </BusyButton>
        </>
      }
    >
      <ul className="adm-people">
        {rows.map((user) => {
          const reason = reasonToStay(user, self)
          return (
            <li key={user.id}>
              <b>{user.username}</b>
              {reason ? <span className="st wait">不能删除：{reason}</span> : <span className="st bad">将被删除</span>}
            </li>
          )
        })}
      </ul>
      <Form noValidate form={form} className="form" layout="vertical" onFinish={(values) => void remove(values)}>
        <Form.Item
          name="password"
          label="你的登录密码"
          extra={spaceHint(typed) || "删除后不能恢复，请再确认一次身份。"}
          rules={[{ required: true, message: "请输入你的登录密码" }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} disabled={leaving.length === 0} />
        </Form.Item>
      </Form>
    </SidePanel>
  )
}
