"use client"

import { useTheme } from "./mode-menu"
import { crops, fontSizes, indents, lineHeights, textFaces, themes } from "../store/preferences"
import { Choices } from "./choices"
import { useReader, useReaderStore } from "../store/use-reader"

const lines = lineHeights.map((value) => ({ value, label: value.toFixed(1) }))

const Sizes = () => {
  const { set } = useReaderStore().getState()
  const size = useReader((state) => state.fontSize)
  return (
    <div className="sheet-choices" role="group" aria-label="字号">
      <span>字号</span>
      <button type="button" aria-label="缩小字号" disabled={size <= fontSizes.min} onClick={() => set({ fontSize: size - fontSizes.step })}>
        A−
      </button>
      <output className="num" aria-label={`字号 ${size}`}>
        {size}
      </output>
      <button type="button" aria-label="放大字号" disabled={size >= fontSizes.max} onClick={() => set({ fontSize: size + fontSizes.step })}>
        A+
      </button>
    </div>
  )
}

/**
 * Everything that can be set about reading: the background; the margins of pages on phones; in the text view its size, font, line spacing
 * and indent.
 */
export const TextSettings = () => {
  const { set } = useReaderStore().getState()
  const text = useReader((state) => state.view === "text")
  const line = useReader((state) => state.lineHeight)
  const face = useReader((state) => state.textFace)
  const indent = useReader((state) => state.indent)
  const crop = useReader((state) => state.crop)
  const mayCrop = useReader(({ narrow, view, mode, source }) => narrow && view === "pages" && mode !== "slides" && source.thumbs)
  const [theme, chooseTheme] = useTheme()
  return (
    <>
      {text && (
        <>
          <Sizes />
          <Choices label="字体" all={textFaces} chosen={face} choose={(textFace) => set({ textFace })} />
          <Choices label="行距" all={lines} chosen={line} choose={(lineHeight) => set({ lineHeight })} />
          <Choices label="段首" all={indents} chosen={Number(indent)} choose={(value) => set({ indent: value === 1 })} />
        </>
      )}
      {mayCrop && <Choices label="页边" all={crops} chosen={Number(crop)} choose={(value) => set({ crop: value === 1 })} />}
      <Choices label="底色" all={themes} chosen={theme} choose={chooseTheme} />
    </>
  )
}
