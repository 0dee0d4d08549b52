"use client"

import { crudPage } from "@/components/admin/crud-page"
import { DeleteUsersPanel } from "@/components/people/user/admin/delete-users-panel"
import { userGroups } from "@/components/people/group/admin/group-reference"
import { PunishUsersPanel } from "@/components/people/punishment/admin/punish-users-panel"
import { EditUserPanel, SetUserPanel } from "@/components/people/user/admin/user-panels"
import { PunishmentsCell } from "@/components/people/punishment/admin/punishments-cell"
import { UserCell } from "@/components/people/user/admin/user-cell"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { isRoot } from "@/lib/rules/people/staff"

const columnOnly = { form: false } as const
const counted = { kind: "number", form: false, column: "hidden" } as const
const noted = { form: false, column: "hidden" } as const

/** Users: accounts, groups, profiles, credits and deletion. */
export default crudPage(entities.user, {
  searchIn: "用户名、姓名、邮箱或手机",
  rights: { Create: "AddUser" },
  edit: false,
  remove: false,
  panels: { set: SetUserPanel, edit: EditUserPanel, punish: PunishUsersPanel, remove: DeleteUsersPanel },
  rowActions: (user, { crud, act, may, show }) => [
    { key: "edit", label: "编辑", icon: "pencil", hidden: !crud.may("UpdateUserProfile"), onClick: () => show("edit", [user]) },
    { key: "set", label: "设置角色和密码", icon: "settings", hidden: !crud.may("SetUser"), onClick: () => show("set", [user]) },
    {
      key: "factor",
      label: "重置两步验证",
      icon: "key",
      hidden: !crud.may("ResetFactor"),
      onClick: () =>
        void act({
          ask: {
            title: `取消 ${user.username} 的两步验证`,
            content: "验证器、通行密钥和恢复代码都会作废，对方的登录也会退出；之后只用密码就能登录。",
            okText: "取消两步验证",
            danger: true,
          },
          call: () => api("DELETE /user/factor", { id: user.id }),
          done: "两步验证已经取消",
        }),
    },
    {
      key: "punish",
      label: "处罚",
      icon: "flag",
      hidden: isRoot(user) || !may("PunishmentAPI/CreatePunishment"),
      onClick: () => show("punish", [user]),
    },
    { key: "remove", label: "删除", icon: "trash", danger: true, hidden: !crud.may("DeleteUser"), onClick: () => show("remove", [user]) },
  ],
  batchActions: (users, { crud, may, show }) => [
    { key: "punish", label: "处罚", icon: "flag", hidden: !may("PunishmentAPI/CreatePunishment"), onClick: () => show("punish", users) },
    { key: "remove", label: "删除", icon: "trash", danger: true, hidden: !crud.may("DeleteUser"), onClick: () => show("remove", users) },
  ],
  fields: {
    username: {
      label: "用户名",
      title: true,
      required: "请输入您的登录用户名",
      max: 32,
      form: "create",
      render: (user) => <UserCell user={user} />,
    },
    password: { label: "密码", required: true, max: 128, form: "create", column: false, hint: "至少 8 个字符" },
    email: { label: "邮箱", max: 64, form: "create", card: true },
    group_id: {
      label: "角色",
      kind: "ref",
      reference: userGroups,
      many: true,
      required: "请选择角色",
      form: "create",
      search: true,
      card: true,
      text: (user) => user.group_name,
    },
    doc_count: { ...counted, label: "文档", column: true },
    article_count: { ...counted, label: "文章", column: true },
    credit_count: { ...counted, label: "{credit}", column: true, card: true },
    downloads_today: { ...counted, label: "今日下载", column: true },
    punishment: {
      ...columnOnly,
      label: "处罚",
      card: true,
      text: (user) => user.punishment.map((type) => PunishmentType.labelOf(type)).join("、"),
      render: (user) => <PunishmentsCell user={user} />,
    },
    infringements: { ...counted, label: "侵权下架" },
    follow_count: { ...counted, label: "关注" },
    fans_count: { ...counted, label: "粉丝" },
    favorite_count: { ...counted, label: "收藏" },
    comment_count: { ...counted, label: "评论" },
    mobile: { ...columnOnly, label: "电话" },
    realname: { ...columnOnly, label: "姓名" },
    remark: { ...columnOnly, label: "备注" },
    identity: { ...noted, label: "身份证" },
    address: { ...noted, label: "地址" },
    signature: { ...noted, label: "签名" },
    login_at: { ...columnOnly, label: "最后登录", kind: "datetime" },
    last_login_ip: { ...noted, label: "最后登录 IP" },
    created_at: { ...columnOnly, label: "注册时间", kind: "datetime" },
    register_ip: { ...noted, label: "注册 IP" },
  },
})
