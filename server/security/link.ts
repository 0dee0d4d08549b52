import { isAddress } from "../../lib/rules/address"
import { invalid } from "../errors"

/** Refuses (400, of the field) what is neither a path of this site nor an address of another; nothing sent is fine. */
export const requireLink = (link: string | null | undefined, field: string): void => {
  if (typeof link === "string" && !isAddress(link)) throw invalid("链接应以 / 或 http 开头", field)
}
