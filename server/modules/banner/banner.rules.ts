import { invalid } from "../../errors"

/** A page of ours, or an address of the web: nothing that runs when it is clicked. */
const address = /^(\/(?![/\\])[^\s"'<>\\]*|https?:\/\/[^\s"'<>\\]+)$/i

/** Refuses a picture or a link that no page could show. What was not sent is not looked at. */
export const requireAddresses = ({ path, url }: { path?: unknown; url?: unknown }): void => {
  if (typeof path === "string" && !address.test(path)) throw invalid("图片地址不正确", "path")
  if (typeof url === "string" && url && !address.test(url)) throw invalid("链接应以 / 或 http 开头", "url")
}
