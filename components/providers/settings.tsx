"use client"

import { createContext, use, type ReactNode } from "react"
import type { SiteSettings } from "@/lib/view/site-settings"

const SettingsContext = createContext<SiteSettings | null>(null)

export const SettingsProvider = ({ settings, children }: { settings: SiteSettings; children: ReactNode }) => (
  <SettingsContext value={settings}>{children}</SettingsContext>
)

/** The public settings that islands need: names, limits, switches. */
export const useSettings = (): SiteSettings => {
  const settings = use(SettingsContext)
  if (!settings) throw new Error("useSettings needs SettingsProvider")
  return settings
}
