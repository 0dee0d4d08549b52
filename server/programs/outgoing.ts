import type { Env } from "@/server/env"
import { networkCdn } from "@/server/ports/cdn/network.cdn"
import { createContentSafety } from "@/server/ports/content-safety/create-content-safety"
import { createSmtpMail } from "@/server/ports/mail/smtp.mail"
import { createOauth } from "@/server/ports/oauth/create-oauth"
import { createPayments } from "@/server/ports/payment/create-payments"
import { sandboxEndpoints } from "@/server/ports/payment/sandbox"
import { guardedRobots } from "@/server/ports/robot/guarded.robot"
import { createSms } from "@/server/ports/sms/create-sms"
import { createGuardedFetch } from "@/server/ports/web/guarded-fetch"
import { createGuardedWeb } from "@/server/ports/web/guarded.web"
import { outsideAddress } from "@/server/ports/web/outside"
import { guardedWebhooks } from "@/server/ports/webhook/guarded.webhook"

/** Addresses that `PAYMENT_SANDBOX` may have: only this machine. */
const thisMachine = ["127.0.0.0/8", "::1"]

/**
 * Creates every port that connects to addresses from settings or users. Private addresses are refused unless `OUTGOING_ALLOW` lists them
 * (docs/decisions/152). Addresses in the configuration itself (PostgreSQL, S3, OpenSearch) are the operator's responsibility.
 */
export const outgoingPorts = ({ OUTGOING_ALLOW, PAYMENT_SANDBOX }: Pick<Env, "OUTGOING_ALLOW" | "PAYMENT_SANDBOX">) => {
  const sandbox = PAYMENT_SANDBOX ? sandboxEndpoints(PAYMENT_SANDBOX) : undefined
  const send = createGuardedFetch(sandbox ? [...OUTGOING_ALLOW, ...thisMachine] : OUTGOING_ALLOW)
  return {
    web: createGuardedWeb({ proxies: OUTGOING_ALLOW }),
    mail: createSmtpMail({ reach: (host) => outsideAddress(host, OUTGOING_ALLOW) }),
    sms: createSms(send),
    oauth: createOauth({ ...sandbox?.oauth, fetch: send }),
    webhooks: guardedWebhooks({ fetch: createGuardedFetch(OUTGOING_ALLOW), allowed: OUTGOING_ALLOW }),
    robots: guardedRobots({ fetch: createGuardedFetch(OUTGOING_ALLOW) }),
    cdn: networkCdn({ fetch: createGuardedFetch(OUTGOING_ALLOW) }),
    contentSafety: createContentSafety({ fetch: createGuardedFetch(OUTGOING_ALLOW) }),
    payments: createPayments({ ...sandbox?.payments, ...(sandbox && { trial: true }), fetch: send }),
  }
}
