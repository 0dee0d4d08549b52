/**
 * The definition of a setting: label, editor and default (docs/reference/api.md 4.1). Values are stored as text; `kind` determines how to
 * parse them. `public` settings are part of `GET /settings`; a `password` never leaves the server.
 */
export type SettingKind = "text" | "textarea" | "html" | "number" | "switch" | "select" | "select-multi" | "image" | "password"
export type SettingValue = string | number | boolean | readonly string[]
/** `options` of a select: "value:label", or only the value. `hint` is displayed to staff below the field. */
export type Setting<V extends SettingValue = SettingValue> = {
  label: string
  kind: SettingKind
  default: V
  public: boolean
  options?: readonly string[]
  hint?: string
  /** the minimum and maximum accepted number */
  min?: number
  max?: number
  /**
   * "root": only user 1 may change it, after confirming the password (`docs/decisions/025`). "destination": the same, and because the
   * passwords of its group are sent to this address, a change clears those that are not entered again. "safety": the same as "root", and
   * because it weakens a protection or deletes data, each change is recorded and mailed to user 1. Only user 1 may change passwords.
   */
  guard?: "root" | "destination" | "safety"
  /** Returns a sentence about what is wrong with the text, or null if it is accepted. */
  check?: (text: string) => string | null
}

/** Checks whether only user 1 may change the setting. */
export const isRootOnly = ({ kind, guard }: Setting): boolean => kind === "password" || guard !== undefined

type More = Pick<Setting, "options" | "hint" | "min" | "max" | "guard" | "check">
/** The `destination` guard, with its hint for editors, for settings that clear their group's passwords when they change. */
export const clearing = { guard: "destination", hint: "修改后，这一组的密码或密钥会清除，要重新填写" } as const
/** The `safety` guard with its warning for editors. */
export const safety = (hint: string) => ({ guard: "safety", hint: `${hint}。关系到安全或数据，修改后会发邮件告诉站长` }) as const
/** The guard of settings that create or price credits, or that decide the content or recipient of codes. */
export const root = { guard: "root" } as const
const of =
  <P extends boolean>(kind: SettingKind, isPublic: P) =>
  <V extends SettingValue>(label: string, value: V, more: More = {}): Setting<V> & { public: P } => ({
    label,
    kind,
    default: value,
    public: isPublic,
    ...more,
  })

/** Public settings. */
export const publicSetting = {
  text: of("text", true)<string>,
  textarea: of("textarea", true)<string>,
  html: of("html", true)<string>,
  image: of("image", true)<string>,
  number: of("number", true)<number>,
  flag: of("switch", true)<boolean>,
  select: of("select", true)<string>,
  many: of("select-multi", true)<readonly string[]>,
}

/** Settings that stay on the server. */
export const privateSetting = {
  text: of("text", false)<string>,
  textarea: of("textarea", false)<string>,
  number: of("number", false)<number>,
  flag: of("switch", false)<boolean>,
  select: of("select", false)<string>,
  image: of("image", false)<string>,
  password: of("password", false)<string>,
}

/** Parses a stored text by its setting's type; returns the default if it is invalid. */
export const readSetting = (setting: Setting, storedText: string | undefined): SettingValue => {
  if (storedText === undefined) return setting.default
  if (setting.kind === "switch") return /^(true|1)$/i.test(storedText)
  if (setting.kind === "number")
    return Number.isFinite(Number(storedText)) && storedText.trim() !== "" ? Number(storedText) : setting.default
  if (setting.kind === "select-multi") return storedText.split(",").filter(Boolean)
  return storedText
}
