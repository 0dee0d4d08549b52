"use client"

import { crudPage } from "@/components/admin/crud-page"
import { PictureCell } from "@/components/admin/crud/picture-cell"
import { entities } from "@/lib/contract/entities"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { fileSize } from "@/lib/rules/format"

const columnOnly = { form: false } as const
const noted = { form: false, column: "hidden" } as const

/** Every uploaded file. Marking a file as illegal blocks its content; files in use cannot be deleted here. */
export default crudPage(entities.attachment, {
  searchIn: "名称或备注",
  create: false,
  removal: "还没有用上的上传文件会删除，不能恢复。",
  empty: { title: "还没有附件", text: "有人上传文档或图片以后，会出现在这里。" },
  canSelect: (row) => row.type === AttachmentType.document && row.type_id === 0 && row.enable,
  fields: {
    name: { label: "名称", title: true, required: true, max: 255 },
    path: {
      ...columnOnly,
      label: "文件",
      // a banned image is not served
      render: ({ path, enable }) =>
        enable && path.startsWith("/uploads/") ? (
          <PictureCell src={path} />
        ) : (
          <span className="cut short" title={path}>
            {path}
          </span>
        ),
    },
    type: { ...columnOnly, label: "类型", kind: "enum", options: AttachmentType, search: true, card: true },
    enable: {
      label: "合法",
      kind: "switch",
      search: true,
      card: true,
      hint: "不合法的文件谁也不能再上传，图片不再显示；已经发布的文档请另外禁用",
    },
    user_id: { ...columnOnly, label: "上传者", kind: "user", search: true, card: true, text: (row) => row.username },
    size: { ...columnOnly, label: "大小", width: 96, text: ({ size }) => fileSize(size) },
    ext: { ...noted, label: "扩展名" },
    width: { ...noted, label: "宽", kind: "number" },
    height: { ...noted, label: "高", kind: "number" },
    hash: { ...noted, label: "MD5" },
    ip: { ...noted, label: "IP" },
    description: { label: "备注", kind: "textarea", max: 255, column: "hidden" },
  },
})
