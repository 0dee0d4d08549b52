"use client"

import { Input } from "antd"
import { crudPage } from "@/components/admin/crud-page"
import { everyCategoryOf } from "@/components/library/category/admin/categories"
import { entities } from "@/lib/contract/entities"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"

const atTop = ({ parent_id }: { parent_id?: unknown }) => !parent_id

/**
 * The category tree of one content kind. Several can be added at once, one name per line. A category with content can be
 * neither deleted nor moved to another parent. Icon and cover belong to the first level (docs/reference/api.md 2.4).
 */
export const categoryScreen = (kind: number, title: string) => {
  const contents = ContentKind.labelOf(kind)
  const recycled = kind === ContentKind.article ? entities.recycledArticle : entities.recycled
  // contents of a category below are in its ancestors, too
  const bin = (rows: { id: number }[]) => `${recycled.screen}?${rows.map(({ id }) => `category_id=${id}`).join("&")}`
  return crudPage(
    { ...entities.category, query: { type: [kind] } },
    {
      title,
      tree: true,
      imports: "title",
      searchIn: "分类名称",
      removal: "它下面的分类会一起删除，不能恢复。",
      empty: { title: "还没有分类", text: `新增几个，发布${contents}时就能选择。` },
      // a category that displays no contents may still contain some in the recycle bin
      refusedRemoval: (rows) =>
        rows.every((row) => row.doc_count === 0) ? { label: "打开回收站", onClick: () => window.location.assign(bin(rows)) } : undefined,
      canSelect: (row) => row.doc_count === 0,
      fields: {
        title: {
          label: "名称",
          title: true,
          required: true,
          input: ({ row }) =>
            row ? (
              <Input maxLength={64} autoComplete="off" />
            ) : (
              <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} maxLength={8_000} placeholder="一行一个名称，可以一次添加多个" />
            ),
        },
        type: { label: "类型", form: "create", column: false, initial: kind, visible: () => false },
        parent_id: { label: "上级", kind: "ref", reference: everyCategoryOf(kind), column: false, placeholder: "没有，放在最上层" },
        icon: { label: "图标", kind: "image", picture: "category", form: "edit", visible: atTop },
        cover: { label: "封面", kind: "image", picture: "category", form: "edit", visible: atTop },
        doc_count: { label: `${contents}数`, kind: "number", form: false, card: true },
        enable: { label: "启用", kind: "switch", initial: true, inline: true, search: true, card: true },
        description: { label: "简介", kind: "textarea", max: 1024, form: "edit", column: "hidden" },
        show_description: { label: "显示简介", kind: "switch", form: "edit", inline: true },
        ...(kind === ContentKind.document && {
          document_visibility: {
            label: "新文档默认",
            kind: "enum",
            options: DocumentVisibility,
            hint: "上传时可以另选",
            form: "edit",
            column: "hidden",
          } as const,
        }),
        sort: { label: "排序", kind: "number", hint: "越大越靠前" },
      },
    },
  )
}
