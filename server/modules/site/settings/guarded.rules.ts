import { readSetting, type Setting } from "@/lib/contract/site/settings.setting"

/* What only user 1 may change (`docs/decisions/025`). Texts are those of `config` rows: undefined while a setting has its default. */

const spelled = (setting: Setting, text: string | undefined) => String(readSetting(setting, text)).replace(/\r\n?/g, "\n").trim()

/**
 * Whether a form only sends back what it was shown. A password is shown as its mask, so that another text is a change even where it is the
 * password: the answer would tell who guesses it. Line ends are the browser's.
 */
export const isUnchanged = (setting: Setting, text: string, saved: string | undefined): boolean =>
  setting.kind === "password" ? text === "" && !saved : spelled(setting, text) === spelled(setting, saved)

/** The group's passwords that a change of where they are sent clears: all that are not given anew. `saved` by name. */
export const clearedPasswords = (
  group: Record<string, Setting>,
  changed: Record<string, string>,
  saved: Record<string, string | undefined>,
): Record<string, string> => {
  const moved = Object.keys(changed).some((name) => group[name]?.guard === "destination")
  const lost = Object.entries(group).filter(([name, { kind }]) => kind === "password" && saved[name] && !(name in changed))
  return moved ? Object.fromEntries(lost.map(([name]) => [name, ""])) : {}
}
