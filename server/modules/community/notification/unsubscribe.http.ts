import { createCtx, type Services } from "@/server/context"
import { notFound } from "@/server/errors"
import type { HttpExchange } from "@/server/module"
import { plainPage, type PlainPage } from "@/server/wire/plain-page"
import { scopeLabel, readUnsubscription, unsubscribe } from "./unsubscribe.usecases"

const sendPage = ({ req, res }: HttpExchange, { headers, type, body }: PlainPage): void => {
  res.writeHead(200, { ...headers, "content-type": type, "content-length": body.length, "cache-control": "no-store" })
  res.end(req.method === "HEAD" ? undefined : body)
}

/**
 * Serves `/unsubscribe/…`, the link of a mail. POST turns the mails off, as programs do for a "one click" (RFC 8058); GET shows a page with
 * a button, since scanners of mails open every link.
 */
export const serveUnsubscribe = async (app: Services, exchange: HttpExchange): Promise<void> => {
  const { req, res, path } = exchange
  const about = readUnsubscription(app.secret, path.slice(path.lastIndexOf("/") + 1))
  if (!about) throw notFound("退订链接不完整，请从邮件里重新打开")
  const label = scopeLabel(about.scope)
  if (req.method === "POST") {
    // the body is exactly List-Unsubscribe=One-Click
    req.resume()
    await unsubscribe(createCtx(app), about)
    return sendPage(exchange, plainPage("已退订", `不再给你发送${label}邮件。登录后可以在“我的通知 · 设置”里重新打开。`, "home"))
  }
  if (req.method === "GET" || req.method === "HEAD")
    return sendPage(exchange, plainPage("退订邮件", `确定不再接收${label}邮件吗？站内的通知不受影响。`, { button: "退订" }))
  res.writeHead(405, { allow: "GET, HEAD, POST", "content-length": 0 }).end()
}
