"use client"

import { useMemo } from "react"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { Named } from "@/components/admin/crud/field"
import type { PanelProps } from "@/components/admin/crud/options"
import type { CrudEntry } from "@/components/admin/crud/entity"
import { WithCall } from "@/components/ui/with-call"
import { api } from "@/lib/api/client"
import type { Input, Result } from "@/lib/contract/types"
import { userGroups } from "../../group/admin/group-reference"

type Save = (values: Record<string, unknown>, edited: CrudEntry | null) => Promise<Result<unknown>>
const matching = (edited: CrudEntry | null) => (typeof edited?.updated_at === "string" ? { ifMatch: edited.updated_at } : undefined)
/** Reloads the user after a conflict. */
const newestOf =
  (crud: PanelProps<"/user">["crud"]) =>
  async (id: number): Promise<Result<CrudEntry>> => {
    const row = await crud.refresh(id)
    return row ? { ok: true, status: 200, data: row } : { ok: false, status: 404, message: "这位用户已经不在列表里了，请关闭后重新查找" }
  }

/** Sets a user's groups and, if filled in, a new password (PUT /user). */
export const SetUserPanel = ({ rows: [user], crud, onClose }: PanelProps<"/user">) => {
  const fields = useMemo<Named[]>(
    () => [
      { name: "username", label: "用户名", form: "locked" },
      { name: "group_id", label: "角色", kind: "ref", reference: userGroups, many: true, required: "请选择角色", always: true },
      { name: "password", label: "新密码", max: 128, hint: "至少 8 个字符，不填就不修改" },
    ],
    [],
  )
  const save: Save = async (values, edited) => {
    const reply = await api("PUT /user", { ...values, id: user!.id } as Input<"PUT /user">, matching(edited))
    if (reply.ok) crud.reload()
    return reply
  }
  return <FormDrawer open title="设置角色和密码" fields={fields} row={user!} newest={newestOf(crud)} onSave={save} onClose={onClose} />
}

/** Edits a user's profile, including the note that only staff see (PUT /user/profile). */
export const EditUserPanel = (props: PanelProps<"/user">) => (
  <WithCall call="PUT /user/email" otherwise={<NamedPanel {...props} proves={false} />}>
    <NamedPanel {...props} proves />
  </WithCall>
)

const NamedPanel = (props: PanelProps<"/user"> & { proves: boolean }) => (
  <WithCall call="PUT /user/profile" field="username" otherwise={<ProfilePanel {...props} renames={false} />}>
    <ProfilePanel {...props} renames />
  </WithCall>
)

type ProfileProps = PanelProps<"/user"> & { proves: boolean; renames: boolean }

/** `proves`: the owner alone changes a bound address, with a proof; `renames`: the server takes a new name. */
const ProfilePanel = ({ rows: [user], crud, onClose, proves, renames }: ProfileProps) => {
  const boundMail = user!.email !== "" && proves
  const boundMobile = user!.mobile !== "" && proves
  const fields = useMemo<Named[]>(
    () => [
      { name: "avatar", label: "头像", kind: "image", picture: "avatar" },
      {
        name: "username",
        label: "用户名",
        max: 32,
        required: "请输入您的登录用户名",
        form: renames ? true : "locked",
        hint: renames ? undefined : "这个站点不能修改用户名",
      },
      {
        name: "email",
        label: "电子邮箱",
        max: 64,
        form: boundMail ? "locked" : true,
        hint: boundMail ? "已经绑定，由本人更换" : undefined,
      },
      {
        name: "mobile",
        label: "手机号",
        max: 11,
        form: boundMobile ? "locked" : true,
        hint: boundMobile ? "已经绑定，由本人更换" : undefined,
      },
      { name: "realname", label: "真实姓名", max: 64 },
      { name: "identity", label: "身份证", max: 32 },
      { name: "address", label: "地址", max: 255 },
      { name: "signature", label: "个性签名", kind: "textarea", max: 255 },
      { name: "remark", label: "备注", kind: "textarea", max: 255, hint: "只有管理员看得到" },
    ],
    [renames, boundMail, boundMobile],
  )
  const save: Save = async (values, edited) => {
    const reply = await api("PUT /user/profile", { ...values, id: user!.id } as Input<"PUT /user/profile">, matching(edited))
    if (reply.ok) crud.reload()
    return reply
  }
  return <FormDrawer open title="编辑用户资料" fields={fields} row={user!} newest={newestOf(crud)} onSave={save} onClose={onClose} />
}
