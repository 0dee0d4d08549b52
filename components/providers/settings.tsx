"use client"

import { createContext, use, useCallback, useState, type ReactNode } from "react"
import { rememberAbsent } from "@/lib/api/absent"
import { offers, type Capability } from "@/lib/view/capabilities"
import type { SiteSettings } from "@/lib/view/site/site-settings"

const SettingsContext = createContext<SiteSettings | null>(null)

export const SettingsProvider = ({ settings, children }: { settings: SiteSettings; children: ReactNode }) => {
  // while rendering, not in an effect: effects of children come first, and ask
  useState(() => typeof window !== "undefined" && rememberAbsent(settings.absent))
  return <SettingsContext value={settings}>{children}</SettingsContext>
}

/** The public settings that islands need: names, limits, switches. */
export const useSettings = (): SiteSettings => {
  const settings = use(SettingsContext)
  if (!settings) throw new Error("useSettings needs SettingsProvider")
  return settings
}

/** Whether the server behind the site has a call, a stream, or a field of a call: what needs one that it has not is left away. */
export const useOffers = (): ((what: Capability) => boolean) => {
  const { absent } = useSettings()
  return useCallback((what) => offers(absent, what), [absent])
}
