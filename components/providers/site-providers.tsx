"use client"

import { Suspense, type ReactNode } from "react"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { Confirmation } from "./confirmation"
import { FactorMissing } from "./factor-missing"
import { FeedbackProvider } from "./feedback"
import { LinkRouter } from "./link-router"
import { LoadFailures } from "./load-failures"
import { NavigationProgress } from "./navigation-progress"
import { SecondFactor } from "./second-factor"
import { SessionProvider } from "./session"
import { SettingsProvider } from "./settings"

type Props = { settings: SiteSettings; failure: string; children: ReactNode }

/** The providers of every page. `failure` is the reason why the settings are only defaults. antd is not among them: see `antd.tsx`. */
export const SiteProviders = ({ settings, failure, children }: Props) => (
  <SettingsProvider settings={settings}>
    <SessionProvider>
      <FeedbackProvider>
        {children}
        <Confirmation />
        <SecondFactor />
        <FactorMissing />
        <LoadFailures settings={failure} />
        <LinkRouter />
        <Suspense fallback={null}>
          <NavigationProgress />
        </Suspense>
      </FeedbackProvider>
    </SessionProvider>
  </SettingsProvider>
)
