import type { ThemeConfig } from "antd"
import { mixedOf } from "./theme-mixed"

/**
 * The single source of every colour, size and duration. There are two sets of literal values, because antd derives colours from values and
 * cannot read `var()`. `scripts/style-sheets.mjs` generates `app/styles/theme.gen.css` from this file; no other file may define a colour.
 */
export const light = {
  // backgrounds
  bg: "#f5f6f3",
  surface: "#ffffff",
  "surface-2": "#fafbf8",
  fill: "#eef0eb",
  "fill-2": "#e4e8e0",
  desk: "#e9ece6",
  border: "#e3e7df",
  "border-strong": "#cbd2c8",
  // text
  text: "#191f1a",
  "text-2": "#465048",
  "text-3": "#5e6860",
  "text-disabled": "#a0a8a1",
  // the only accent colour: bean leaf
  primary: "#23703f",
  "primary-hover": "#1b5d33",
  "primary-active": "#154b29",
  "primary-soft": "#e6f1e7",
  "primary-line": "#b7d5bd",
  "on-primary": "#ffffff",
  sprout: "#7db343",
  focus: "#23703f",
  mark: "#fff0b8",
  // states
  success: "#1e7542",
  "success-soft": "#e5f3e9",
  warning: "#8d5600",
  "warning-soft": "#fcf1dc",
  error: "#b93229",
  "error-soft": "#fcebe9",
  info: "#2a5da8",
  "info-soft": "#e8f0fb",
  vip: "#83551a",
  "vip-soft": "#f9eed8",
  "vip-line": "#e3c792",
  // file types
  "kind-pdf": "#b5352b",
  "kind-pdf-soft": "#fbeae8",
  "kind-word": "#285cab",
  "kind-word-soft": "#e8effa",
  "kind-ppt": "#a84e12",
  "kind-ppt-soft": "#fbeee2",
  "kind-excel": "#0f7060",
  "kind-excel-soft": "#e1f2ee",
  "kind-ebook": "#7243a4",
  "kind-ebook-soft": "#f1eaf9",
  "kind-text": "#566059",
  "kind-text-soft": "#edf0ec",
  // paper and shelf
  paper: "#ffffff",
  "paper-ink": "#d9ded5",
  "paper-edge": "#d5dad1",
  "paper-filter": "none",
  "cover-filter": "none",
  "spine-shade":
    "linear-gradient(90deg, rgb(25 31 26 / .16), rgb(25 31 26 / .05) 1.5%, rgb(255 255 255 / .2) 3%, rgb(25 31 26 / .05) 4.5%, transparent 8%)",
  sheet: "#ffffff",
  "sheet-text": "#5e6860",
  "sheet-blend": "normal",
  "banner-filter": "none",
  rail: "#dde2d8",
  "rail-edge": "#c3cbbf",
  "shadow-paper": "0 0 0 1px rgba(25, 31, 26, .07), 0 1px 2px rgba(25, 31, 26, .06)",
  "shadow-lift": "0 0 0 1px rgba(25, 31, 26, .07), 0 6px 14px -4px rgba(25, 31, 26, .18)",
  "shadow-pop": "0 0 0 1px rgba(25, 31, 26, .05), 0 12px 32px -6px rgba(25, 31, 26, .18)",
  "shadow-dialog": "0 24px 64px -12px rgba(25, 31, 26, .3)",
  scrim: "rgba(20, 26, 21, .46)",
  tooltip: "#262d28",
  "on-tooltip": "#f4f6f2",
} as const

type Tokens = Record<keyof typeof light, string>

export const dark: Tokens = {
  bg: "#121512",
  surface: "#191d1a",
  "surface-2": "#1e231f",
  fill: "#252b26",
  "fill-2": "#303731",
  desk: "#0d0f0d",
  border: "#2a302b",
  "border-strong": "#434c44",
  text: "#e7ebe6",
  "text-2": "#b7bfb8",
  "text-3": "#98a29a",
  "text-disabled": "#5f6861",
  primary: "#74c188",
  "primary-hover": "#8bd09c",
  "primary-active": "#5fae74",
  "primary-soft": "#1d2f22",
  "primary-line": "#35553d",
  "on-primary": "#0c1a10",
  sprout: "#a9d36b",
  focus: "#8bd09c",
  mark: "#4a431c",
  success: "#74c188",
  "success-soft": "#1d2f22",
  warning: "#e0ae58",
  "warning-soft": "#332913",
  error: "#f0897f",
  "error-soft": "#3a1f1c",
  info: "#8ab4f0",
  "info-soft": "#1c2a3d",
  vip: "#e0b770",
  "vip-soft": "#322814",
  "vip-line": "#5b4a24",
  "kind-pdf": "#f0897f",
  "kind-pdf-soft": "#3a1f1c",
  "kind-word": "#8ab4f0",
  "kind-word-soft": "#1c2a3d",
  "kind-ppt": "#eda06a",
  "kind-ppt-soft": "#3a2716",
  "kind-excel": "#6cc5b1",
  "kind-excel-soft": "#17302b",
  "kind-ebook": "#c3a0ec",
  "kind-ebook-soft": "#2d2239",
  "kind-text": "#aeb8b0",
  "kind-text-soft": "#262c27",
  paper: "#ffffff",
  "paper-ink": "#d9ded5",
  "paper-edge": "#7a837b",
  "paper-filter": "brightness(.88)",
  "cover-filter": "brightness(.78)",
  "spine-shade":
    "linear-gradient(90deg, rgb(25 31 26 / .16), rgb(25 31 26 / .05) 1.5%, rgb(255 255 255 / .2) 3%, rgb(25 31 26 / .05) 4.5%, transparent 8%)",
  sheet: "#e0e0e0",
  "sheet-text": "#465048",
  "sheet-blend": "normal",
  "banner-filter": "brightness(.76)",
  rail: "#2d342e",
  "rail-edge": "#414a42",
  "shadow-paper": "0 0 0 1px rgba(0, 0, 0, .5), 0 1px 3px rgba(0, 0, 0, .5)",
  "shadow-lift": "0 0 0 1px rgba(0, 0, 0, .5), 0 8px 18px -4px rgba(0, 0, 0, .7)",
  "shadow-pop": "0 0 0 1px #323a33, 0 14px 36px -6px rgba(0, 0, 0, .7)",
  "shadow-dialog": "0 0 0 1px #323a33, 0 24px 64px -12px rgba(0, 0, 0, .8)",
  scrim: "rgba(0, 0, 0, .62)",
  tooltip: "#e7ebe6",
  "on-tooltip": "#191d1a",
}

/**
 * The reader's additional colours: sepia paper, and inverted (dark) paper. Tokens that are not listed are the same as in `light` and
 * `dark`.
 */
const sepia: Partial<Tokens> = {
  bg: "#f3ead6",
  surface: "#f8f1e1",
  "surface-2": "#f4ebd7",
  fill: "#ece1c9",
  "fill-2": "#e3d6ba",
  desk: "#e6dac1",
  border: "#dccdae",
  "border-strong": "#c4b28e",
  text: "#2f2718",
  "text-2": "#53492f",
  "text-3": "#655a40",
  primary: "#2a6236",
  "primary-soft": "#e3e6c8",
  "primary-line": "#b3c498",
  mark: "#f0d48a",
  sheet: "#f7eeda",
  "sheet-text": "#655a40",
  "sheet-blend": "multiply",
  "paper-ink": "#ddd0b3",
}
const deepDark: Partial<Tokens> = {
  "paper-filter": "invert(.88) hue-rotate(180deg)",
  sheet: "#1f1f1f",
  "sheet-text": "#98a29a",
  "paper-ink": "#343a35",
}

const fontFamily =
  '-apple-system, BlinkMacSystemFont, "PingFang SC", "HarmonyOS Sans SC", MiSans, "Segoe UI", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif'
const fontMono = 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace'

/** Tokens that both themes share: typography, spacing, shape, motion, layout. */
export const shared = {
  font: fontFamily,
  "font-paper": '"Songti SC", "Source Han Serif SC", "Noto Serif CJK SC", SimSun, serif',
  "font-mono": fontMono,
  "fs-12": "12px",
  "lh-12": "20px",
  "fs-13": "13px",
  "lh-13": "20px",
  "fs-14": "14px",
  "lh-14": "22px",
  "fs-15": "15px",
  "lh-15": "24px",
  "fs-16": "16px",
  "lh-16": "28px",
  "fs-18": "18px",
  "lh-18": "28px",
  "fs-20": "20px",
  "lh-20": "30px",
  "fs-24": "24px",
  "lh-24": "34px",
  "fs-32": "32px",
  "lh-32": "44px",
  "w-regular": "400",
  "w-medium": "500",
  "w-bold": "600",
  "s-1": "4px",
  "s-2": "8px",
  "s-3": "12px",
  "s-4": "16px",
  "s-5": "20px",
  "s-6": "24px",
  "s-8": "32px",
  "s-10": "40px",
  "s-12": "48px",
  "s-16": "64px",
  presentation: "#000000",
  "r-paper": "2px",
  "r-tag": "4px",
  "r-control": "6px",
  "r-card": "10px",
  "r-dialog": "14px",
  "r-pill": "999px",
  "h-sm": "28px",
  "h-md": "36px",
  "h-lg": "44px",
  "h-touch": "44px",
  "header-h": "60px",
  "t-fast": "120ms",
  "t-base": "180ms",
  "t-slow": "260ms",
  ease: "cubic-bezier(.2, 0, 0, 1)",
  "ease-in": "cubic-bezier(.4, 0, 1, 1)",
  content: "1200px",
  // a spreadsheet's grid is paper in every theme; the reader dims or inverts it as a whole
  "grid-line": "#dedede",
  "grid-head": "#f2f2f2",
  "grid-name": "#616161",
  // backgrounds for the reader's theme selection, in every theme
  "ground-light": light.surface,
  "ground-sepia": sepia.surface!,
  "ground-dark": dark.surface,
} as const

const lines = (tokens: Record<string, string | undefined>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join("\n")

/** The areas that the reading theme tints: the reader, and all of the page around it. `:where` passes over `:has` where a browser lacks it. */
const room = ":where(.reader, .site:has(> .document))"

/**
 * Returns `theme.gen.css` with both themes, because cached pages are the same for all visitors and the theme switch is CSS only. The reader
 * may have its own theme.
 */
export const themeCss = (): string => `:root,
[data-reading="light"] ${room},
[data-reading="sepia"] ${room} {
  color-scheme: light;
${lines({ ...light, ...mixedOf(light) })}
}

:root {
${lines(shared)}
}

[data-theme="dark"],
[data-reading="dark"] ${room} {
  color-scheme: dark;
${lines({ ...dark, ...mixedOf(dark) })}
}

[data-reading="sepia"] ${room} {
${lines({ ...sepia, ...mixedOf(sepia) })}
}

[data-reading="dark"] .reader {
${lines(deepDark)}
}

@media (max-width: 767px) {
  :root {
    --header-h: 52px;
  }
}

@media (prefers-reduced-motion: reduce) {
  :root {
    --t-fast: 0ms;
    --t-base: 0ms;
    --t-slow: 0ms;
  }
}
`

const antdTokens = (tokens: Tokens): ThemeConfig["token"] => ({
  colorPrimary: tokens.primary,
  colorPrimaryHover: tokens["primary-hover"],
  colorPrimaryActive: tokens["primary-active"],
  colorPrimaryBg: tokens["primary-soft"],
  colorPrimaryBgHover: tokens["primary-soft"],
  colorPrimaryBorder: tokens["primary-line"],
  colorPrimaryBorderHover: tokens["primary-line"],
  colorPrimaryText: tokens.primary,
  colorPrimaryTextHover: tokens["primary-hover"],
  colorPrimaryTextActive: tokens["primary-active"],
  colorLink: tokens.primary,
  colorLinkHover: tokens["primary-hover"],
  colorLinkActive: tokens["primary-active"],
  colorSuccess: tokens.success,
  colorWarning: tokens.warning,
  colorError: tokens.error,
  colorInfo: tokens.info,
  colorSuccessBg: tokens["success-soft"],
  colorWarningBg: tokens["warning-soft"],
  colorErrorBg: tokens["error-soft"],
  colorInfoBg: tokens["info-soft"],
  colorText: tokens.text,
  colorTextSecondary: tokens["text-2"],
  colorTextTertiary: tokens["text-3"],
  colorTextPlaceholder: tokens["text-3"],
  colorTextDescription: tokens["text-3"],
  colorTextDisabled: tokens["text-disabled"],
  colorTextQuaternary: tokens["text-disabled"],
  colorTextHeading: tokens.text,
  colorTextLabel: tokens["text-2"],
  colorTextLightSolid: tokens["on-primary"],
  colorBgLayout: tokens.bg,
  colorBgContainer: tokens.surface,
  colorBgElevated: tokens.surface,
  colorBgSpotlight: tokens.tooltip,
  colorBgMask: tokens.scrim,
  colorBgContainerDisabled: tokens.fill,
  colorFillTertiary: tokens.fill,
  colorFillSecondary: tokens["fill-2"],
  colorFillQuaternary: tokens["surface-2"],
  colorBorder: tokens["border-strong"],
  colorBorderSecondary: tokens.border,
  colorSplit: tokens.border,
  controlOutline: tokens["primary-soft"],
  controlItemBgActive: tokens["primary-soft"],
  controlItemBgActiveHover: tokens["primary-soft"],
  controlItemBgHover: tokens.fill,
  fontFamily,
  fontFamilyCode: fontMono,
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 15,
  lineHeight: 22 / 14,
  fontWeightStrong: 600,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusLG: 10,
  controlHeight: 36,
  controlHeightSM: 28,
  controlHeightLG: 44,
  boxShadowSecondary: tokens["shadow-pop"],
  boxShadowTertiary: "none",
  motionDurationFast: "0.12s",
  motionDurationMid: "0.18s",
  motionDurationSlow: "0.26s",
  motionEaseInOut: shared.ease,
  motionEaseOut: shared.ease,
  lineWidthFocus: 2,
})

const antdComponents = (tokens: Tokens): ThemeConfig["components"] => ({
  Button: {
    primaryColor: tokens["on-primary"],
    primaryShadow: "none",
    defaultShadow: "none",
    dangerShadow: "none",
    fontWeight: 500,
    contentFontSizeLG: 15,
  },
  Form: { itemMarginBottom: 18, verticalLabelPadding: "0 0 6px", labelColor: tokens.text },
  Input: { activeShadow: `0 0 0 3px ${tokens["primary-soft"]}`, errorActiveShadow: `0 0 0 3px ${tokens["error-soft"]}` },
  Modal: { borderRadiusLG: 14, contentBg: tokens.surface, headerBg: tokens.surface, titleFontSize: 18 },
  Menu: { itemSelectedBg: tokens["primary-soft"], itemSelectedColor: tokens.primary },
  Message: { contentBg: tokens.surface, contentPadding: "9px 16px" },
  Table: { headerBg: tokens["surface-2"], headerColor: tokens["text-3"], rowHoverBg: tokens["surface-2"], cellFontSize: 13 },
  Tooltip: { colorBgSpotlight: tokens.tooltip, colorTextLightSolid: tokens["on-tooltip"] },
})

const antdOf = (tokens: Tokens): ThemeConfig => ({ token: antdTokens(tokens), components: antdComponents(tokens) })

/**
 * The same tokens as an antd theme. Pages use `light`; `scripts/antd-css.mjs` renders `dark` (with antd's dark algorithm for tokens that
 * are not listed here) as an override of the same variables.
 */
export const antdTheme = { light: antdOf(light), dark: antdOf(dark) } as const
/** The class that carries antd's variables. It is fixed, so that server, browser and the static style sheet use the same one. */
export const antdKey = "doujia"
