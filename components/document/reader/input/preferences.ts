import type { Mode } from "../layout/page-layout"
import { clampScale, type Zoom } from "../reader-rules"

/** "" follows the site. */
export type Theme = "" | "light" | "sepia" | "dark"

/** How somebody likes to read, kept in this browser for every document. */
export type Preferences = { zoom: Zoom; mode: Exclude<Mode, "slides">; fontSize: number; lineHeight: number }

export const themes: { value: Theme; label: string }[] = [
  { value: "", label: "跟随网站" },
  { value: "light", label: "亮" },
  { value: "sepia", label: "护眼" },
  { value: "dark", label: "深色" },
]
export const fontSizes = { least: 14, most: 28, step: 2 }
export const lineHeights = [1.5, 1.8, 2.1]

const key = "reader"
/** Also read by the first script of every page (`lib/view/first-script.ts`), before anything is painted. */
const themeKey = "reader-theme"
const usual: Preferences = { zoom: "width", mode: "scroll", fontSize: 18, lineHeight: 1.8 }

const between = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === "number" && value >= least && value <= most ? value : otherwise

/** Whatever the storage holds, what comes out can be used. */
export const preferencesIn = (text: string | null): Preferences => {
  let kept: Record<string, unknown> = {}
  try {
    const value: unknown = JSON.parse(text ?? "{}")
    if (typeof value === "object" && value) kept = value as Record<string, unknown>
  } catch {
    // somebody else's words under our key: as if there were none
  }
  const { zoom, mode } = kept
  return {
    zoom: zoom === "width" || zoom === "page" ? zoom : typeof zoom === "number" && Number.isFinite(zoom) ? clampScale(zoom) : usual.zoom,
    mode: mode === "single" || mode === "double" ? mode : usual.mode,
    fontSize: between(kept.fontSize, fontSizes.least, fontSizes.most, usual.fontSize),
    lineHeight: between(kept.lineHeight, lineHeights[0]!, lineHeights.at(-1)!, usual.lineHeight),
  }
}

export const readPreferences = (): Preferences => {
  try {
    return preferencesIn(localStorage.getItem(key))
  } catch {
    return usual
  }
}

export const writePreferences = (preferences: Preferences): void => {
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // Storage is full or refused: reading goes on as usual.
  }
}

export const readTheme = (): Theme => {
  const kept = document.documentElement.getAttribute("data-reading")
  return themes.find(({ value }) => value === kept)?.value ?? ""
}

/** The attribute is all there is to a theme: the rest is CSS, so nothing is drawn twice. */
export const writeTheme = (theme: Theme): void => {
  if (theme) document.documentElement.setAttribute("data-reading", theme)
  else document.documentElement.removeAttribute("data-reading")
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // it holds until the page is left
  }
}

/** The next of the four, round and round. */
export const nextTheme = (): void => {
  const at = themes.findIndex(({ value }) => value === readTheme())
  writeTheme(themes[(at + 1) % themes.length]!.value)
}
