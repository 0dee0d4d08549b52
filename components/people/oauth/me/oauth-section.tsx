"use client"

import dynamic from "next/dynamic"
import { Skeleton } from "@/components/ui/skeleton"

const OauthBindings = dynamic(() => import("@/components/people/oauth/oauth-bindings").then((module) => module.OauthBindings), {
  ssr: false,
  loading: () => <Skeleton height={68} />,
})

/** The third-party accounts, loaded with the tab that displays them. */
export const OauthSection = () => (
  <section className="card rows oauth-rows" aria-labelledby="oauth">
    <h2 id="oauth">第三方账号</h2>
    <OauthBindings />
  </section>
)
