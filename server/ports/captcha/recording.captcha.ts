import type { CaptchaPort, DrawnCaptcha } from "./captcha.port"

/** For tests: wraps a captcha and records what it generated, because a program cannot read the picture. */
export const recordingCaptcha = (captcha: CaptchaPort): CaptchaPort & { drawn: DrawnCaptcha[] } => {
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
