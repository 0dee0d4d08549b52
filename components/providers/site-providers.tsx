"use client"

import { Suspense, type ReactNode } from "react"
import type { SiteSettings } from "@/lib/view/site-settings"
import { FeedbackProvider } from "./feedback"
import { NavigationProgress } from "./navigation-progress"
import { SessionProvider } from "./session"
import { SettingsProvider } from "./settings"

/** The providers of every page. antd is not among them: see `antd.tsx`. */
export const SiteProviders = ({ settings, children }: { settings: SiteSettings; children: ReactNode }) => (
  <SettingsProvider settings={settings}>
    <SessionProvider>
      <FeedbackProvider>
        {children}
        <Suspense fallback={null}>
          <NavigationProgress />
        </Suspense>
      </FeedbackProvider>
    </SessionProvider>
  </SettingsProvider>
)
