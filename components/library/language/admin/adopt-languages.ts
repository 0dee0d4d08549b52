import type { Screen } from "@/components/admin/crud/options"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { Document } from "@/lib/contract/types"

const names = new Intl.DisplayNames(["zh-CN"], { type: "language", fallback: "code" })
const maxNamed = 3

/** “甲”“乙”等 5 份：英语；… */
const summaryOf = (suggested: readonly { title: string; language: string }[]): string =>
  [...new Set(suggested.map((one) => one.language))]
    .map((code) => {
      const titles = suggested.filter((one) => one.language === code).map((one) => `“${one.title}”`)
      const more = titles.length > maxNamed ? `等 ${titles.length} 份` : ""
      return `${titles.slice(0, maxNamed).join("")}${more}：${names.of(code)}`
    })
    .join("；")

/** Detects the languages of these documents and, after confirmation, changes those that differ. */
export const adoptLanguages = async (rows: Document[], { act, feedback }: Pick<Screen<"/document">, "act" | "feedback">): Promise<void> => {
  const reply = await api("PUT /document/detect/language", { document_id: rows.map(({ id }) => id) })
  if (!reply.ok) return feedback.error(refusalText(reply, "操作失败"))
  const before = new Map(rows.map((row) => [row.id, row.language]))
  const suggested = reply.data.document.filter(({ id, language }) => language && language !== before.get(id))
  const unknown = reply.data.document.filter(({ language }) => !language).length
  const rest = unknown > 0 ? `有 ${unknown} 份认不出来。` : ""
  if (suggested.length === 0) return feedback.info(`没有要改的语言。${rest}`)
  const write = (document: { id: number; language: string }[]) => () => api("PUT /document/language", { document })
  const earlier = suggested.map(({ id }) => ({ id, language: before.get(id) ?? "" }))
  await act({
    ask: { title: `修改 ${suggested.length} 份文档的语言？`, content: `${summaryOf(suggested)}。${rest}`, okText: "修改语言" },
    call: write(suggested.map(({ id, language }) => ({ id, language }))),
    undo: earlier.every(({ language }) => language) ? { call: write(earlier) } : undefined,
  })
}
