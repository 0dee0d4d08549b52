"use client"

import { crudPage } from "@/components/admin/crud-page"
import { AddEditorRole } from "@/components/people/group/admin/add-editor-role"
import { GrantPanel } from "@/components/people/group/admin/grant-panel"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { entities } from "@/lib/contract/entities"

const flag = { kind: "switch" } as const
const rights = { ...flag, group: "可以做什么" } as const
const looks = { group: "怎么显示" } as const

const members = (groups: { id: number }[]) => `${entities.user.screen}?${groups.map(({ id }) => `group_id=${id}`).join("&")}`

/** User groups with their flags and permissions. */
export default crudPage(entities.group, {
  searchIn: "名称或简介",
  canSelect: (group) => !group.is_default && group.user_count === 0,
  removal: "删除后不能恢复。默认角色和还有用户的角色不能删除。",
  // somebody has joined since the list was read
  refusedRemoval: (groups) =>
    groups.some((group) => group.is_default) ? undefined : { label: "看这些用户", onClick: () => window.location.assign(members(groups)) },
  toolbar: ({ crud }) => <AddEditorRole onAdded={crud.reload} />,
  panels: { grant: GrantPanel },
  rowActions: (group, { crud, show }) => [
    {
      key: "grant",
      label: "授权",
      icon: "lock",
      hidden: !crud.may("UpdateGroupPermission") || !crud.may("GetGroupPermission"),
      onClick: () => show("grant", [group]),
    },
  ],
  fields: {
    title: { label: "名称", title: true, required: true, max: 64 },
    user_count: { label: "用户数", kind: "number", form: false, card: true },
    is_default: { ...flag, label: "默认角色", hint: "新注册的用户属于它", card: true },
    is_display: { ...flag, ...looks, label: "显示在名字旁", column: "hidden" },
    enable_upload: { ...rights, label: "允许上传文档", initial: true, card: true },
    enable_document_review: { ...rights, label: "文档需要审核", initial: true, visible: (group) => group.enable_upload === true },
    enable_comment: { ...rights, label: "允许评论", initial: true },
    enable_comment_approval: {
      ...rights,
      label: "评论需要审核",
      initial: true,
      column: "hidden",
      visible: (group) => group.enable_comment === true,
    },
    enable_article: { ...rights, label: "允许发布文章" },
    enable_article_approval: {
      ...rights,
      label: "文章需要审核",
      initial: true,
      column: "hidden",
      visible: (group) => group.enable_article === true,
    },
    enable_article_crawl: { ...rights, label: "允许采集文章", column: "hidden" },
    document_visibility: {
      ...rights,
      label: "上传的文档默认",
      kind: "enum",
      options: DocumentVisibility,
      hint: "上传时可以另选；属于几个角色时，按最宽的一个",
      column: "hidden",
      visible: (group) => group.enable_upload === true,
    },
    color: { ...looks, label: "颜色", kind: "color", column: "hidden" },
    sort: { ...looks, label: "排序", kind: "number", hint: "越大越靠前", column: "hidden" },
    created_at: { label: "创建时间", kind: "datetime", form: false, column: "hidden" },
    description: { label: "简介", kind: "textarea", max: 255 },
  },
})
