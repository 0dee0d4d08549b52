import { isAddress } from "../../lib/contract/address"
import { invalid } from "../errors"

/** Rejects (400, for the field) anything other than a path of this site or an absolute address. A missing value is allowed. */
export const requireLink = (link: string | null | undefined, field: string): void => {
  if (typeof link === "string" && !isAddress(link)) throw invalid("链接应以 / 或 http 开头", field)
}
