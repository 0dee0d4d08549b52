"use client"

import { useState } from "react"
import "@/app/styles/people/account-me-form.css"
import { useFeedback } from "@/components/providers/feedback"
import { Box } from "@/components/ui/box"
import { saveFile } from "../../account/me/save-file"

/** Displays new recovery codes, this once; `title` is their heading in the file. An empty list closes the dialog. */
type Props = { codes: string[]; title: string; onClose: () => void }

export const RecoveryBox = ({ codes, title, onClose }: Props) => {
  const feedback = useFeedback()
  const [saved, setSaved] = useState("")
  const text = codes.join("\n")
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaved("恢复代码已经复制，请粘贴到安全的地方。")
    } catch {
      setSaved("浏览器不允许复制，请下载或手抄。")
    }
  }
  const download = () => {
    saveFile(`恢复代码 ${title}.txt`, `${title} 的恢复代码，每个只能用一次：\n\n${text}\n`, "text/plain;charset=utf-8")
    setSaved("恢复代码已经下载，请在浏览器的下载里查看。")
  }
  const close = () => {
    // the dialog also fires its close event when it is closed from here
    if (!codes.length) return
    if (!saved) feedback.info("恢复代码不会再显示；没有保存的话，可以换一组。")
    setSaved("")
    onClose()
  }
  return (
    <Box open={codes.length > 0} title="保存恢复代码" onClose={close}>
      <div className="fm">
        <p className="muted">手机不在身边时，用其中一个代替验证。它们只显示这一次，请放在手机以外的地方。</p>
        <ul className="recovery-codes" aria-label="恢复代码">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="row-state" role="status">
          {saved}
        </p>
        <div className="form-acts">
          <button type="button" className="bt" onClick={() => void copy()}>
            复制
          </button>
          <button type="button" className="bt" onClick={download}>
            下载
          </button>
          <button type="button" className="bt p" onClick={close}>
            完成
          </button>
        </div>
      </div>
    </Box>
  )
}
