import { AppError } from "@/server/errors"
import { ConversionError } from "@/server/ports/converter/converter.port"
import { WebError } from "@/server/ports/web/web.port"

/** The answer to a download was a page: an expired link or, more often, a site that asks for a login. */
export const loginSentence = "需要登录：下载到的是网页，不是文档"

/** Returns the message for the user why a download or publication failed. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof WebError) {
    if (error.reason === "address") return "地址不在公网上，或不是普通的网页地址，没有访问"
    if (error.reason === "size") return "内容太大，已停止下载"
    return error.status ? `对方网站回答 ${error.status}，没有取到内容` : "连不上对方网站，或对方太久没有传完"
  }
  if (error instanceof ConversionError && (error.reason === "web_page" || error.reason === "data_answer")) return loginSentence
  if (error instanceof AppError || error instanceof ConversionError) return error.message
  if (error instanceof Error && (error.name === "PageError" || error.name === "Impolite")) return error.message
  return "处理时出错，请稍后重试"
}
