import { invalid } from "../../errors"

/** A path of the site or an http(s) address. */
const address = /^(\/(?![/\\])[^\s"'<>\\]*|https?:\/\/[^\s"'<>\\]+)$/i

/** Validates picture and link, if sent. */
export const requireAddresses = ({ path, url }: { path?: unknown; url?: unknown }): void => {
  if (typeof path === "string" && !address.test(path)) throw invalid("图片地址不正确", "path")
  if (typeof url === "string" && url && !address.test(url)) throw invalid("链接应以 / 或 http 开头", "url")
}
