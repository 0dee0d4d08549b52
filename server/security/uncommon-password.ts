import { invalid } from "../errors"
import { isCommonPassword } from "./common-passwords"

/** Refuses common passwords with 400; the contract checks the length. */
export const requireUncommonPassword = (password: string, field = "password"): void => {
  if (isCommonPassword(password)) throw invalid("这个密码太常见了，请换一个", field)
}
