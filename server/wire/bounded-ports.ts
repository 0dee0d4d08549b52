import { isInTransaction } from "../db/transaction-scope"
import type { CdnPort } from "../ports/cdn/cdn.port"
import type { ContentSafetyPort } from "../ports/content-safety/content-safety.port"
import type { MailPort } from "../ports/mail/mail.port"
import type { Oauth } from "../ports/oauth/create-oauth"
import type { Payments } from "../ports/payment/create-payments"
import { gatewayNames, type Gateway } from "../ports/payment/payment.port"
import type { SmsPort } from "../ports/sms/sms.port"
import type { StoragePort } from "../ports/storage/storage.port"
import type { IndexingPort } from "../ports/indexing/indexing.port"
import type { RobotPort } from "../ports/robot/robot.port"
import type { WebhookPort } from "../ports/webhook/webhook.port"
import type { WebPort } from "../ports/web/web.port"
import { bounded, createBoundedCalls, type BoundedCalls, type BoundedLimits, type BoundedResult } from "./bounded-calls"

export type OutsidePorts = {
  storage: StoragePort
  mail: MailPort
  sms: SmsPort
  oauth: Oauth
  payments: Payments
  indexing: IndexingPort
  web: WebPort
  webhooks: WebhookPort
  robots: RobotPort
  cdn: CdnPort
  contentSafety: ContentSafetyPort
}
export type DependencyName = keyof OutsidePorts

/** These ports report a silent service with an error of their own, so they are never refused in advance. */
const patient = { failures: Number.POSITIVE_INFINITY, pauseMs: 5_000 }
const limitsOf: Record<DependencyName, BoundedLimits & { label: string }> = {
  storage: { label: "文件存储", atOnce: 128, waitMs: 5_000, failures: 3, pauseMs: 5_000 },
  mail: { label: "邮件服务器", atOnce: 8, waitMs: 20_000, ...patient },
  sms: { label: "短信平台", atOnce: 8, waitMs: 10_000, ...patient },
  oauth: { label: "第三方登录", atOnce: 16, waitMs: 5_000, ...patient },
  payments: { label: "支付平台", atOnce: 32, waitMs: 5_000, ...patient },
  indexing: { label: "搜索引擎推送", atOnce: 4, waitMs: 30_000, ...patient },
  // a crawl waits for its turn by host already
  web: { label: "对方网站", atOnce: 64, waitMs: 120_000, ...patient },
  webhooks: { label: "Webhook 接收方", atOnce: 32, waitMs: 30_000, ...patient },
  robots: { label: "群机器人", atOnce: 8, waitMs: 30_000, ...patient },
  cdn: { label: "CDN", atOnce: 4, waitMs: 30_000, ...patient },
  contentSafety: { label: "内容安全服务", atOnce: 4, waitMs: 60_000, ...patient },
}
const storageMethods = ["take", "put", "open", "read", "size", "remove", "removeAll", "onDisk"] as const
const gatewayMethods = ["begin", "query", "close", "refund", "findRefund"] as const

type Options = {
  observe: (name: DependencyName, result: BoundedResult, seconds: number) => void
  /** Called when a port is used inside a transaction: a service that hangs would hold its connection. */
  onNetworkInTransaction: (call: string) => void
}

/** Bounds every port that leaves this process (docs/decisions/261). */
export const boundPorts = (ports: OutsidePorts, { observe, onNetworkInTransaction }: Options) => {
  const dependencies = Object.fromEntries(
    (Object.keys(limitsOf) as DependencyName[]).map((name) => {
      const { label, ...limits } = limitsOf[name]
      return [name, createBoundedCalls({ label, limits, observe: (result, seconds) => observe(name, result, seconds) })]
    }),
  ) as Record<DependencyName, BoundedCalls>
  const wrap = <P extends object>(name: DependencyName, port: P, methods: readonly (keyof P & string)[]): P =>
    bounded(port, methods, dependencies[name].run, (method) => {
      if (isInTransaction()) onNetworkInTransaction(`${name}.${method}`)
    })
  const { payments } = ports
  const gateways = Object.fromEntries(
    gatewayNames.map((name) => [name, (config: never): Gateway => wrap("payments", payments[name](config), gatewayMethods)]),
  )
  const bound: OutsidePorts = {
    storage: wrap("storage", ports.storage, storageMethods),
    mail: wrap("mail", ports.mail, ["send"]),
    sms: wrap("sms", ports.sms, ["send"]),
    oauth: wrap("oauth", ports.oauth, ["begin", "identify", "jsTicket", "payerOf"]),
    payments: wrap("payments", { ...payments, ...gateways } as Payments, ["platformCertificate"]),
    indexing: wrap("indexing", ports.indexing, ["push"]),
    web: wrap("web", ports.web, ["read", "save", "download"]),
    webhooks: wrap("webhooks", ports.webhooks, ["post"]),
    robots: wrap("robots", ports.robots, ["send"]),
    cdn: wrap("cdn", ports.cdn, ["purge"]),
    contentSafety: wrap("contentSafety", ports.contentSafety, ["checkText", "checkPicture"]),
  }
  return { ports: bound, dependencies }
}
