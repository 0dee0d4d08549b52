"use client"

import { Suspense, type ReactNode } from "react"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { Confirmation } from "../../people/account/confirmation"
import { FactorMissing } from "../../people/two-factor/factor-missing"
import { FeedbackProvider } from "../../providers/feedback"
import { LinkRouter } from "../../providers/link-router"
import { LoadFailures } from "../../providers/load-failures"
import { NavigationProgress } from "../../providers/navigation-progress"
import { SecondFactor } from "../../people/two-factor/second-factor"
import { SessionProvider } from "../../providers/session"
import { SettingsProvider } from "../../providers/settings"

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
