"use client"

import { createContext, use, useState, type ReactNode } from "react"
import { rememberAbsent } from "@/lib/api/absent"
import type { SiteSettings } from "@/lib/view/site/site-settings"

const SettingsContext = createContext<SiteSettings | null>(null)

export const SettingsProvider = ({ settings, children }: { settings: SiteSettings; children: ReactNode }) => {
  // during render, not in an effect: effects of children run first, and already make calls
  useState(() => typeof window !== "undefined" && rememberAbsent(settings.absent))
  return <SettingsContext value={settings}>{children}</SettingsContext>
}

/** Returns the public settings that islands need: names, limits, switches. */
export const useSettings = (): SiteSettings => {
  const settings = use(SettingsContext)
  if (!settings) throw new Error("useSettings needs SettingsProvider")
  return settings
}
