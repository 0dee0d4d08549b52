"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"

const ImportPanel = dynamic(() => import("./import-panel").then((module) => module.ImportPanel), { ssr: false })
const TestPanel = dynamic(() => import("./test-panel").then((module) => module.TestPanel), { ssr: false })

type Props = { imports: boolean; tests: boolean; exports: boolean; onChange: () => void }

/** The buttons beside the list of words. */
export const WordTools = ({ imports, tests, exports, onChange }: Props) => {
  const [open, setOpen] = useState<"import" | "test" | null>(null)
  const { busy, call } = useCall()
  const save = async () => {
    const reply = await call(() => api("GET /sensitiveword/export", {}), { fallback: "导出失败" })
    if (!reply) return
    const url = URL.createObjectURL(new Blob([reply.text], { type: "text/plain;charset=utf-8" }))
    const link = Object.assign(document.createElement("a"), { href: url, download: "敏感词.txt" })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <>
      {tests && (
        <button type="button" className="bt adm-many" onClick={() => setOpen("test")}>
          测试
        </button>
      )}
      {imports && (
        <button type="button" className="bt" onClick={() => setOpen("import")}>
          导入词表
        </button>
      )}
      {exports && (
        <button type="button" className="bt" disabled={busy} onClick={() => void save()}>
          导出词表
        </button>
      )}
      {open === "import" && <ImportPanel onChange={onChange} onClose={() => setOpen(null)} />}
      {open === "test" && <TestPanel onClose={() => setOpen(null)} />}
    </>
  )
}
