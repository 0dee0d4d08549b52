import type { Metadata, Viewport } from "next"
import type { ReactNode } from "react"
import "./styles/every-page.css"
import { SiteProviders } from "@/components/site/site/site-providers"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { readScriptNonce } from "@/lib/api/server"
import { firstScript } from "@/lib/view/loading/first-script"
import { olderBrowsers } from "@/lib/view/loading/older-browsers"
import { siteSettings } from "@/lib/view/site/site-settings"
import { homeTitle, siteName } from "@/lib/rules/site/site-name"
import { originOf } from "@/lib/rules/path"
import { openSearchPath } from "@/lib/view/site/opensearch"
import { dark, light } from "@/lib/theme"

// pages are rendered on request, so a build needs no back end; the page cache in front of Next answers repeated requests
export const dynamic = "force-dynamic"

export const generateMetadata = async (): Promise<Metadata> => {
  const { settings } = await readPageChrome()
  const { system } = settings
  const name = siteName(system)
  const origin = originOf(system.domain)
  return {
    ...(origin ? { metadataBase: new URL(origin) } : {}),
    title: { default: homeTitle(system), template: `%s - ${name}` },
    ...(system.description ? { description: system.description } : {}),
    ...(system.keywords ? { keywords: system.keywords } : {}),
    ...(system.favicon ? { icons: { icon: system.favicon } } : {}),
    openGraph: { siteName: name, locale: "zh_CN", type: "website" },
    ...(settings.ssr.hide_from_search ? { robots: { index: false, follow: false } } : {}),
    formatDetection: { telephone: false, email: false, address: false },
  }
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: light.surface },
    { media: "(prefers-color-scheme: dark)", color: dark.surface },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [{ settings, failure }, nonce] = await Promise.all([readPageChrome(), readScriptNonce()])
  const { system } = settings
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <script data-first="" nonce={nonce} dangerouslySetInnerHTML={{ __html: olderBrowsers + firstScript }} />
        {originOf(system.domain) && (
          <link rel="search" type="application/opensearchdescription+xml" href={openSearchPath} title={siteName(system)} />
        )}
      </head>
      <body>
        <a className="skip" href="#main">
          跳到正文
        </a>
        <noscript>
          <p className="no-script">浏览器没有运行脚本：浏览、搜索和阅读开头的几页照常，登录、下载、上传、评论和后台用不了。</p>
        </noscript>
        <SiteProviders settings={siteSettings(settings)} failure={failure}>
          {children}
        </SiteProviders>
      </body>
    </html>
  )
}
