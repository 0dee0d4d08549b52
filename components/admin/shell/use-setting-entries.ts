"use client"

import { useMemo } from "react"
import { useSettings } from "@/components/providers/settings"
import { useMay } from "@/components/providers/use-may"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { settingPath } from "@/lib/contract/site/settings.screens"
import type { Config } from "@/lib/contract/types"
import { menuEntryOf } from "@/lib/view/admin-menu"
import { settingsScreens } from "@/lib/view/site/settings-screens"

/** One setting: its link, label, screen and further words. */
export type SettingEntry = { key: string; label: string; about: string; words: string; href: string }

/** Returns one entry for each of these settings that has a screen. The server states labels and hints, so an existing server's are found too. */
export const settingEntries = (rows: readonly Config[], absent: readonly string[] = []): SettingEntry[] =>
  [...settingsScreens].flatMap(([screen, groups]) => {
    const title = menuEntryOf(settingPath(screen), absent)?.page.title
    if (!title) return []
    return groups.flatMap((group) =>
      rows
        .filter(({ category }) => category === group.name)
        .map(({ name, label, placeholder, options }) => {
          const field = `${group.name}.${name}`
          return {
            key: `setting ${field}`,
            label,
            about: groups.length > 1 ? `${title} · ${group.label}` : title,
            words: `${placeholder} ${options.replaceAll(/^[^:\n]*:/gm, "")}`,
            href: `${settingPath(screen)}?${new URLSearchParams({ field }).toString()}`,
          }
        }),
    )
  })

const allGroups = [...settingsScreens.values()].flat().map(({ name }) => name)
const readSettings = () => api("GET /config/list", { category: allGroups })

/** Loads the entries of all settings. Empty while they load, and for users who may not read settings. */
export const useSettingEntries = (): SettingEntry[] => {
  const may = useMay()
  const { absent } = useSettings()
  const readable = may("ConfigAPI/ListConfig")
  const { data } = useAnswer(readable ? readSettings : null)
  return useMemo(() => settingEntries(data?.config ?? [], absent), [data, absent])
}
