"use client"

import { useFeedback } from "@/components/providers/feedback"

type Props = { label: string; text: string; done: string; long?: boolean; hideLabel?: boolean }

/** A text that can only be selected, with a button that copies it. `done`: the notice after copying. */
export const CopyRow = ({ label, text, done, long = false, hideLabel = false }: Props) => {
  const feedback = useFeedback()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      feedback.success(done)
    } catch {
      feedback.warning("浏览器不允许复制，请选中文字后手动复制")
    }
  }
  return (
    <div className="share-row">
      <label>
        <span className={hideLabel ? "sr" : undefined}>{label}</span>
        {long ? (
          <textarea className="share-text" readOnly rows={4} value={text} onFocus={(event) => event.target.select()} />
        ) : (
          <span className="in">
            <input readOnly value={text} onFocus={(event) => event.target.select()} />
          </span>
        )}
      </label>
      <button type="button" className="bt" onClick={() => void copy()}>
        复制{label}
      </button>
    </div>
  )
}
