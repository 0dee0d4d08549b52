"use client"

import { Icon } from "@/components/ui/icon"
import { Menu } from "./menu"
import { isWideSheet, sizeOf, type Zoom, zoomMenu } from "../store/reader-rules"
import { useReader, useReaderStore } from "../store/use-reader"

const choices: Zoom[] = ["width", "column", "page", ...zoomMenu]
const names = { width: "适应宽度", column: "一栏宽", page: "适应页面" }
const nameOf = (zoom: Zoom) => (typeof zoom === "number" ? `${Math.round(zoom * 100)} %` : names[zoom])

/** Fit the width, the page, or 50 to 300 %. */
export const ZoomMenu = () => {
  const store = useReaderStore()
  const zoom = useReader((state) => state.zoom)
  const wide = useReader((state) => isWideSheet(sizeOf(state.source, state.page)))
  const choose = (choice: Zoom) => {
    const { set, goTo, page } = store.getState()
    set({ zoom: choice })
    // scroll so that the whole page is visible
    if (choice === "page") requestAnimationFrame(() => goTo(page, true))
  }
  const face = (
    <>
      {nameOf(zoom)}
      <Icon name="down" small />
    </>
  )
  return (
    <Menu
      label={`缩放：${nameOf(zoom)}`}
      face={face}
      className="zoom"
      choices={choices
        .filter((choice) => choice !== "column" || wide)
        .map((choice) => ({
          key: String(choice),
          label: nameOf(choice),
          chosen: choice === zoom,
          choose: () => choose(choice),
        }))}
    />
  )
}
