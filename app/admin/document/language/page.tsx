"use client"

import { crudPage } from "@/components/admin/crud-page"
import type { CrudAction } from "@/components/admin/crud/actions"
import type { Screen } from "@/components/admin/crud/options"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import type { Language } from "@/lib/contract/types"

const switches = (rows: Language[], { crud, act }: Screen<"/language">): CrudAction[] =>
  ([true, false] as const).map((enable) => {
    const id = rows.filter((row) => row.enable !== enable).map((row) => row.id)
    return {
      key: enable ? "enable" : "disable",
      label: enable ? "启用" : "禁用",
      icon: enable ? "success" : "lock",
      hidden: !crud.may("UpdateLanguageStatus") || id.length === 0,
      onClick: () =>
        void act({
          call: () => api("PUT /language/status", { id, enable }),
          undo: { call: () => api("PUT /language/status", { id, enable: !enable }) },
        }),
    }
  })

/** Languages that documents may be written in. */
export default crudPage(entities.language, {
  imports: "code",
  searchIn: "语言或代码",
  removal: "已经是这种语言的文档不受影响，只是不能再选它。",
  empty: { title: "还没有语言", text: "新增一种，上传文档时就能选它。" },
  rowActions: (row, screen) => switches([row], screen),
  batchActions: switches,
  fields: {
    language: { label: "语言", title: true, required: true, max: 64, placeholder: "中文（简体）" },
    code: {
      label: "代码",
      required: true,
      max: 16,
      form: "locked",
      sort: true,
      card: true,
      placeholder: "zh-CN",
      hint: "文档按代码记住语言，保存后不能修改",
      render: (row) => <code>{row.code}</code>,
    },
    total: { label: "文档", kind: "number", form: false, card: true },
    enable: { label: "启用", kind: "switch", initial: true, search: true, card: true, inline: true },
    sort: { label: "排序", kind: "number", sort: true, inline: true, hint: "越大越靠前" },
  },
})
