"use client"

import dynamic from "next/dynamic"
import { screenTabs } from "@/components/admin/screen-tabs"
import { SettingsPage, type SettingsScreen } from "@/components/site/settings/admin/settings-page"
import { menuEntryOf } from "@/lib/view/admin-menu"
import { settingsScreens } from "@/lib/view/site/settings-screens"
import { FooterTarget } from "./footer-links"
import { OauthCallbacks } from "./oauth-callbacks"
import { PageCache } from "./page-cache"
import { RecommendedWords } from "./recommended-words"
import { RebuildIndex } from "./rebuild-index"
import { RebuildSitemap } from "./rebuild-sitemap"
import { TestContentSafety } from "./test-content-safety"
import { TestDomain } from "./test-domain"
import { TestEmail, TestSms } from "./test-message"
import { TestConverter } from "./test-converter"
import { TestSearch } from "./test-search"
import { WechatpayCert } from "./wechatpay-cert"

/** Additions to the generated form, by screen. */
const additions: Record<string, Partial<SettingsScreen>> = {
  system: {
    beside: (row) => (row.name === "recommend_words" ? <RecommendedWords saved={row.value} /> : null),
    extra: ({ values, unsaved }) => <TestDomain domain={String(values["system.domain"] ?? "")} unsaved={unsaved} />,
  },
  security: {
    extra: ({ values, unsaved }) => (values["security.safety_provider"] ? <TestContentSafety unsaved={unsaved} /> : null),
  },
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
  footer: { beside: (row, input) => <FooterTarget address={String(input ?? "")} label={row.label} /> },
  ssr: {
    extra: () => (
      <>
        <PageCache />
        <RebuildSitemap />
      </>
    ),
  },
}

const SettingsOf = ({ name }: { name: string }) => (
  <SettingsPage
    title={menuEntryOf(`/admin/config/${name}`)?.page.title ?? "系统设置"}
    groups={settingsScreens.get(name) ?? []}
    {...additions[name]}
  />
)

/** Loaded with their tables and drawers when opened. */
const Webhooks = dynamic(() => import("@/components/site/webhook/admin/webhooks-screen").then(({ WebhooksScreen }) => WebhooksScreen))
const Deliveries = dynamic(() =>
  import("@/components/site/webhook/admin/deliveries-screen").then(({ DeliveriesScreen }) => DeliveriesScreen),
)

/** The site's own settings, and beside them the webhooks that report its events. */
const SystemTabs = screenTabs(
  [
    { name: "", label: "基础配置", right: "ConfigAPI/ListConfig", Screen: () => <SettingsOf name="system" /> },
    { name: "webhook", label: "Webhook", right: "WebhookAPI/ListWebhook", Screen: Webhooks },
    {
      name: "delivery",
      label: "推送记录",
      right: "WebhookAPI/ListWebhookDelivery",
      Screen: Deliveries,
    },
  ],
  "基础配置",
)

export const ConfigScreen = ({ name }: { name: string }) => (name === "system" ? <SystemTabs /> : <SettingsOf name={name} />)
