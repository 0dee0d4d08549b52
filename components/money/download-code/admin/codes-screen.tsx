"use client"

import { crudPage } from "@/components/admin/crud-page"
import type { Act } from "@/components/admin/crud/use-act"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { DowncodeStatus } from "@/lib/contract/money/download-code.enums"
import type { Downcode } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { IssueCodes } from "./issue-codes"

const tableOnly = { form: false } as const
const noted = { form: false, column: "hidden" } as const
const only = (status: number) => ({ status: [String(status)] })
const isOpen = ({ status }: Downcode) => status === DowncodeStatus.unused

const revoke = (act: Act, what: string, input: { id: number[] } | { batch_id: number[] }) => () =>
  void act({
    ask: { title: `作废${what}？`, content: "作废后不能再用，也不能恢复；已经使用的不受影响。", okText: "作废", danger: true },
    call: () => api("PUT /downcode/revoke", input),
    done: ({ count: revoked }) => `已作废 ${count(revoked)} 个下载码`,
  })

/** Download codes: their value, and the user and the document of each used code. The codes themselves are never displayed. */
export const CodesScreen = crudPage(entities.downcode, {
  searchIn: "开头、备注或订单号",
  create: false,
  edit: false,
  remove: false,
  inspect: true,
  times: false,
  empty: { title: "还没有下载码", text: "生成一批，发给读者，他们就能用来下载付费的文档。要先在“系统设置 - 下载配置”里打开。" },
  views: [
    { label: "全部", filters: {} },
    { label: "未使用", filters: only(DowncodeStatus.unused) },
    { label: "已使用", filters: only(DowncodeStatus.used) },
    { label: "已作废", filters: only(DowncodeStatus.revoked) },
    { label: "已过期", filters: only(DowncodeStatus.expired) },
  ],
  toolbar: ({ crud }) => crud.may("Create") && <IssueCodes onDone={crud.reload} />,
  canSelect: isOpen,
  rowActions: (row, { crud, act }) => [
    {
      key: "revoke",
      label: "作废",
      icon: "close",
      danger: true,
      hidden: !isOpen(row) || !crud.may("RevokeDowncode"),
      onClick: revoke(act, `“${row.hint}”开头的下载码`, { id: [row.id] }),
    },
    {
      key: "revoke-batch",
      label: "作废这一批",
      icon: "close",
      danger: true,
      hidden: !isOpen(row) || !crud.may("RevokeDowncode"),
      onClick: revoke(act, `批次 ${row.batch_id} 里没有用过的下载码`, { batch_id: [row.batch_id] }),
    },
  ],
  batchActions: (rows, { crud, act }) => [
    {
      key: "revoke",
      label: "作废",
      icon: "close",
      danger: true,
      hidden: !crud.may("RevokeDowncode"),
      onClick: revoke(act, `选中的 ${rows.length} 个下载码`, { id: rows.map(({ id }) => id) }),
    },
  ],
  fields: {
    hint: { ...tableOnly, label: "开头", title: true, text: ({ hint }) => `${hint}-…`, width: 110 },
    status: {
      ...tableOnly,
      label: "状态",
      kind: "enum",
      options: DowncodeStatus,
      search: true,
      tones: {
        [DowncodeStatus.unused]: "info",
        [DowncodeStatus.used]: "ok",
        [DowncodeStatus.revoked]: "bad",
        [DowncodeStatus.expired]: "",
      },
      card: true,
    },
    remark: { ...tableOnly, label: "备注", card: true },
    batch_id: { ...tableOnly, label: "批次", kind: "number", search: true, many: false },
    max_price: { ...tableOnly, label: "最高价格", kind: "number", text: ({ max_price }) => (max_price ? count(max_price) : "不限") },
    document_id: { ...noted, label: "限用文档", kind: "number", text: ({ document_id }) => (document_id ? String(document_id) : "不限") },
    expired_at: { ...tableOnly, label: "过期时间", kind: "datetime" },
    user_id: { ...tableOnly, label: "使用者", kind: "user", search: true, card: true, text: ({ username }) => username },
    product_name: {
      ...tableOnly,
      label: "用于文档",
      render: ({ product_uuid, product_name }) =>
        product_uuid ? (
          <Link className="lk" href={paths.document(product_uuid)}>
            {product_name}
          </Link>
        ) : null,
    },
    order_no: { ...noted, label: "订单号" },
    used_at: { ...tableOnly, label: "使用时间", kind: "datetime" },
    revoked_at: { ...noted, label: "作废时间", kind: "datetime" },
    created_at: { ...tableOnly, label: "生成时间", kind: "datetime" },
  },
})
