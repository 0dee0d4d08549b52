"use client"

import dynamic from "next/dynamic"

const OauthBindings = dynamic(() => import("@/components/people/oauth/oauth-bindings").then((module) => module.OauthBindings))

/**
 * The third-party accounts, loaded with the tab that displays them. `providers`: how many the site offers; their space is reserved while
 * the user's bindings load.
 */
export const OauthSection = ({ providers }: { providers: number }) => (
  <section className="card rows oauth-rows" aria-labelledby="oauth">
    <h2 id="oauth">第三方账号</h2>
    <OauthBindings providers={providers} />
  </section>
)
