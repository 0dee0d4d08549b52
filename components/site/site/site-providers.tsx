"use client"

import dynamic from "next/dynamic"
import { Suspense, type ReactNode } from "react"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { Confirmation } from "@/components/people/account/confirmation"
import { FactorMissing } from "@/components/people/two-factor/factor-missing"
import { FeedbackProvider } from "@/components/providers/feedback"
import { LinkRouter } from "@/components/providers/link-router"
import { LoadFailures } from "@/components/providers/load-failures"
import { NavigationProgress } from "@/components/providers/navigation-progress"
import { SecondFactor } from "@/components/people/two-factor/second-factor"
import { SessionProvider } from "@/components/providers/session"
import { SettingsProvider } from "@/components/providers/settings"

// antd is loaded with the first message, so that pages without messages do not ship it
const FeedbackHost = dynamic(() => import("@/components/ui/feedback-host").then((module) => module.FeedbackHost), { ssr: false })

type Props = { settings: SiteSettings; failure: string; children: ReactNode }

/** The providers of every page. `failure` is the reason why the settings are only defaults. antd is not among them: see `ui/antd.tsx`. */
export const SiteProviders = ({ settings, failure, children }: Props) => (
  <SettingsProvider settings={settings}>
    <SessionProvider>
      <FeedbackProvider Host={FeedbackHost}>
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
