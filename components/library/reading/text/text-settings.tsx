"use client"

import { useTheme } from "../input/mode-menu"
import { fontSizes, lineHeights, textFaces, themes } from "../input/preferences"
import { openPages } from "./text-position"
import { useReader, useReaderStore } from "../use-reader"

const Grounds = () => {
  const [theme, choose] = useTheme()
  return (
    <span className="reflow-grounds" role="group" aria-label="底色">
      {themes.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          data-ground={value || "site"}
          aria-label={label}
          title={label}
          aria-pressed={value === theme}
          onClick={() => choose(value)}
        />
      ))}
    </span>
  )
}

/** The settings of the text view: size, line spacing, font and background; below them the current chapter. */
export const TextSettings = ({ chapter }: { chapter: string }) => {
  const store = useReaderStore()
  const { set } = store.getState()
  const size = useReader((state) => state.fontSize)
  const line = useReader((state) => state.lineHeight)
  const face = useReader((state) => state.textFace)
  const at = lineHeights.indexOf(line)
  const other = textFaces[(textFaces.findIndex(({ value }) => value === face) + 1) % textFaces.length]!
  return (
    <div className="reflow-set">
      <div className="reflow-tools" role="group" aria-label="文字版设置">
        <button
          type="button"
          className="bt sm"
          aria-label="缩小字号"
          disabled={size <= fontSizes.min}
          onClick={() => set({ fontSize: size - fontSizes.step })}
        >
          A−
        </button>
        <span className="num" role="status" aria-label={`字号 ${size}`}>
          {size}
        </span>
        <button
          type="button"
          className="bt sm"
          aria-label="放大字号"
          disabled={size >= fontSizes.max}
          onClick={() => set({ fontSize: size + fontSizes.step })}
        >
          A+
        </button>
        <button type="button" className="bt sm" onClick={() => set({ lineHeight: lineHeights[(at + 1) % lineHeights.length]! })}>
          行距 {line.toFixed(1)}
        </button>
        <button type="button" className="bt sm" aria-label={`换成${other.label}`} onClick={() => set({ textFace: other.value })}>
          {textFaces.find(({ value }) => value === face)!.label}
        </button>
        <Grounds />
        <button type="button" className="bt sm soft" onClick={() => openPages(store)}>
          返回原版
        </button>
      </div>
      <p className="reflow-chapter" aria-hidden="true">
        {chapter}
      </p>
    </div>
  )
}
