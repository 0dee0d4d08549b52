import { readSetting, type Setting } from "@/lib/contract/setting"

/*
 * Settings that only user 1 can change (`docs/decisions/025`). Texts are those of `config` rows: undefined for a setting with its default.
 */

const spelled = (setting: Setting, text: string | undefined) => String(readSetting(setting, text)).replace(/\r\n?/g, "\n").trim()

/**
 * Checks whether a form submits a setting unchanged. A password is displayed as its mask, so any other text is a change, even the password
 * itself: otherwise the response would confirm a guess. Line endings depend on the browser and are ignored.
 */
export const isUnchanged = (setting: Setting, text: string, saved: string | undefined): boolean =>
  setting.kind === "password" ? text === "" && !saved : spelled(setting, text) === spelled(setting, saved)

/** Returns the group's passwords to clear when their destination changes: all that are not submitted again. `saved` by name. */
export const clearedPasswords = (
  group: Record<string, Setting>,
  changed: Record<string, string>,
  saved: Record<string, string | undefined>,
): Record<string, string> => {
  const moved = Object.keys(changed).some((name) => group[name]?.guard === "destination")
  const lost = Object.entries(group).filter(([name, { kind }]) => kind === "password" && saved[name] && !(name in changed))
  return moved ? Object.fromEntries(lost.map(([name]) => [name, ""])) : {}
}
