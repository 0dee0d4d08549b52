import { paymentGroups } from "@/lib/contract/money/payment.gateways"
import { settingPath } from "@/lib/contract/site/settings.screens"
import type { Config, Output } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { footerArticle } from "@/lib/view/site/copyright"

/** One step of setting up a site. */
export type FirstStep = { key: string; title: string; about: string; href: string; isDone: boolean }

/** The input of the steps; null for data that the server does not offer or the user may not read. */
export type FirstStepFacts = {
  config: readonly Config[]
  /** the article of the terms that the footer links to */
  terms: Pick<Output<"GET /article">, "created_at" | "updated_at"> | null
  samples: Output<"GET /samples"> | null
}

/** The groups of settings that the steps read. */
export const firstStepGroups = ["system", "email", "footer", ...paymentGroups.map(({ group }) => group)]

/** Beyond this many documents of its own a site is no longer being set up. */
export const settledFrom = 100

const fieldPath = (screen: string, field: string) => `${settingPath(screen)}?${new URLSearchParams({ field }).toString()}`

/** Returns the steps, ticked where the owner has changed the initial values of a new site. */
export const firstSteps = ({ config, terms, samples }: FirstStepFacts): FirstStep[] => {
  const row = (category: string, name: string) => config.find((one) => one.category === category && one.name === name)
  const value = (category: string, name: string) => row(category, name)?.value.trim() ?? ""
  const isOn = (category: string, name: string) => /^(true|1)$/i.test(value(category, name))
  const agreement = footerArticle(value("footer", "agreement"))
  return [
    {
      key: "name",
      title: "网站名称和 Logo",
      about: "显示在页头、页脚和邮件里",
      href: fieldPath("system", "system.sitename"),
      isDone: Boolean(row("system", "sitename")?.updated_at) && value("system", "logo") !== "",
    },
    {
      key: "domain",
      title: "网站域名",
      about: "邮件里的链接和站点地图要用它",
      href: fieldPath("system", "system.domain"),
      isDone: value("system", "domain") !== "",
    },
    {
      key: "mail",
      title: "发信邮箱",
      about: "用来验证邮箱和找回密码",
      href: fieldPath("email", "email.enable"),
      isDone: isOn("email", "enable") && value("email", "host") !== "",
    },
    {
      key: "terms",
      title: "文库协议",
      about: "注册时要同意它，先看一遍，改成你自己的",
      href: agreement ? paths.adminPage(agreement) : fieldPath("footer", "footer.agreement"),
      isDone: Boolean(row("footer", "agreement")?.updated_at) || (terms !== null && terms.updated_at !== terms.created_at),
    },
    {
      key: "payment",
      title: "收款方式",
      about: "微信支付、支付宝或第三方支付，启用一种",
      href: settingPath("pay"),
      isDone: paymentGroups.some(({ group }) => isOn(group, "enable")),
    },
    ...(samples
      ? [
          {
            key: "samples",
            title: "清除示例内容",
            about: "看过以后一次全部清除",
            href: "#samples",
            isDone: samples.document + samples.article + samples.banner === 0,
          },
        ]
      : []),
  ]
}
