import { invalid } from "../errors"
import { isCommonPassword } from "./common-passwords"

/** Refuses with 400 what everybody chooses; length is the contract's to check. */
export const requireUncommonPassword = (password: string, field = "password"): void => {
  if (isCommonPassword(password)) throw invalid("这个密码太常见了，请换一个", field)
}
