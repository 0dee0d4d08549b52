import { localStore } from "@/lib/browser-storage"
import type { Mode } from "./page-layout"
import type { Zoom } from "./reader-rules"

/** "" follows the site's theme. */
export type Theme = "" | "light" | "sepia" | "dark"

/** Font of the text view: 宋体, 黑体 or 楷体. */
export type TextFace = "song" | "hei" | "kai"

/** Reading preferences of this browser, for all documents. Zoom is only stored as a mode, because a factor suits one document. */
export type Preferences = {
  zoom: Exclude<Zoom, number | "column">
  mode: Exclude<Mode, "slides">
  fontSize: number
  lineHeight: number
  textFace: TextFace
  /** whether paragraphs of the text view begin two characters in, as in Chinese books */
  indent: boolean
  /** whether phones cut off the empty margins of the pages */
  crop: boolean
}

export const themes: { value: Theme; label: string }[] = [
  { value: "", label: "跟随网站" },
  { value: "light", label: "亮" },
  { value: "sepia", label: "护眼" },
  { value: "dark", label: "深色" },
]
export const fontSizes = { min: 14, max: 28, step: 2 }
export const lineHeights = [1.5, 1.8, 2.1]
export const textFaces: { value: TextFace; label: string }[] = [
  { value: "song", label: "宋体" },
  { value: "hei", label: "黑体" },
  { value: "kai", label: "楷体" },
]

export const indents = [
  { value: 0, label: "顶格" },
  { value: 1, label: "空两字" },
]

export const crops = [
  { value: 0, label: "保留" },
  { value: 1, label: "裁掉白边" },
]

const key = "reader"
/** Also read by the first script of every page (`lib/view/loading/first-script.ts`), before anything is painted. */
const themeKey = "reader-theme"
const defaults: Preferences = {
  zoom: "width",
  mode: "scroll",
  fontSize: 18,
  lineHeight: 1.8,
  textFace: "song",
  indent: false,
  crop: false,
}

const between = (value: unknown, min: number, max: number, otherwise: number): number =>
  typeof value === "number" && value >= min && value <= max ? value : otherwise

/** Parses stored preferences; invalid values fall back to the defaults. */
export const preferencesIn = (text: string | null): Preferences => {
  let stored: Record<string, unknown> = {}
  try {
    const value: unknown = JSON.parse(text ?? "{}")
    if (typeof value === "object" && value) stored = value as Record<string, unknown>
  } catch {
    // not our format, or corrupted: use the defaults
  }
  const { zoom, mode } = stored
  return {
    zoom: zoom === "width" || zoom === "page" ? zoom : defaults.zoom,
    mode: mode === "single" || mode === "double" ? mode : defaults.mode,
    fontSize: between(stored.fontSize, fontSizes.min, fontSizes.max, defaults.fontSize),
    lineHeight: between(stored.lineHeight, lineHeights[0]!, lineHeights.at(-1)!, defaults.lineHeight),
    textFace: textFaces.find(({ value }) => value === stored.textFace)?.value ?? defaults.textFace,
    indent: stored.indent === true,
    crop: stored.crop === true,
  }
}

export const readPreferences = (): Preferences => preferencesIn(localStore.getItem(key))

export const writePreferences = (preferences: Preferences): void => void localStore.setItem(key, JSON.stringify(preferences))

export const readTheme = (): Theme => {
  const stored = document.documentElement.getAttribute("data-reading")
  return themes.find(({ value }) => value === stored)?.value ?? ""
}

/** Sets the theme as an attribute of the document; CSS does the rest without a React render. */
export const writeTheme = (theme: Theme): void => {
  if (theme) document.documentElement.setAttribute("data-reading", theme)
  else document.documentElement.removeAttribute("data-reading")
  localStore.setItem(themeKey, theme)
}

/** Whether the reader uses the full width of a wide window; also an attribute of the document, set by the first script. */
const deskKey = "reader-desk"
export const isDeskWide = (): boolean => !document.documentElement.hasAttribute("data-desk")

export const setDeskWide = (wide: boolean): void => {
  if (wide) document.documentElement.removeAttribute("data-desk")
  else document.documentElement.setAttribute("data-desk", "narrow")
  if (wide) localStore.removeItem(deskKey)
  else localStore.setItem(deskKey, "narrow")
}

/** The visible backgrounds in the order of the key N. */
const looks = ["light", "sepia", "dark"] as const

/** Switches to the next background that looks different; the site's own one follows the site again. */
export const nextTheme = (): void => {
  const site = document.documentElement.dataset.theme === "dark" ? "dark" : "light"
  const next = looks[(looks.indexOf(readTheme() || site) + 1) % looks.length]!
  writeTheme(next === site ? "" : next)
}
