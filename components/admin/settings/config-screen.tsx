"use client"

import { SettingsPage, type SettingsScreen } from "@/components/admin/settings-page"
import { placeOf } from "@/lib/view/admin-menu"
import { settingsScreens } from "@/lib/view/settings-screens"
import { OauthCallbacks } from "./oauth-callbacks"
import { PageCache } from "./page-cache"
import { RebuildIndex } from "./rebuild-index"
import { RebuildSitemap } from "./rebuild-sitemap"
import { TestDomain } from "./test-domain"
import { TestEmail, TestSms } from "./test-message"
import { TestConverter } from "./test-converter"
import { TestSearch } from "./test-search"
import { WechatpayCert } from "./wechatpay-cert"

/** Additions of single screens to the generated form. */
const additions: Record<string, Partial<SettingsScreen>> = {
  system: { extra: ({ values, unsaved }) => <TestDomain domain={String(values["system.domain"] ?? "")} unsaved={unsaved} /> },
  email: { extra: ({ unsaved }) => <TestEmail unsaved={unsaved} /> },
  sms: {
    chosen: (values) => String(values["sms.sms_provider"] ?? ""),
    extra: ({ unsaved }) => <TestSms unsaved={unsaved} />,
  },
  converter: { extra: ({ unsaved }) => <TestConverter unsaved={unsaved} /> },
  pay: { extra: ({ unsaved, fill }) => <WechatpayCert unsaved={unsaved} fill={fill} /> },
  search: {
    extra: () => (
      <>
        <TestSearch />
        <RebuildIndex />
      </>
    ),
  },
  oauth: { intro: <OauthCallbacks /> },
  ssr: {
    extra: () => (
      <>
        <PageCache />
        <RebuildSitemap />
      </>
    ),
  },
}

export const ConfigScreen = ({ name }: { name: string }) => (
  <SettingsPage
    title={placeOf(`/admin/config/${name}`)?.page.title ?? "系统设置"}
    groups={settingsScreens.get(name) ?? []}
    {...additions[name]}
  />
)
