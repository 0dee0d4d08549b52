import type { CaptchaPort, DrawnCaptcha } from "./captcha.port"

/** For tests: the captcha inside, and what it drew last on top, since only a person could read it from the picture. */
export const rememberingCaptcha = (captcha: CaptchaPort): CaptchaPort & { drawn: DrawnCaptcha[] } => {
  const drawn: DrawnCaptcha[] = []
  return {
    drawn,
    draw: async (settings) => {
      const one = await captcha.draw(settings)
      drawn.push(one)
      return one
    },
    verifyPow: captcha.verifyPow,
  }
}
