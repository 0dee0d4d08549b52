import { privateSetting, publicSetting, safety } from "../setting"

export const captchaSettings = {
  type: privateSetting.select("验证码类型", "pow", {
    options: ["pow:无感验证（计算）", "digit:数字", "string:字符", "math:算术", "audio:语音"],
    ...safety("无感验证不用输入，由浏览器计算一秒左右"),
  }),
  enable_picture: privateSetting.flag(
    "为不支持无感验证的客户端提供图片",
    false,
    safety("只认识图片的客户端打开后才能注册；图片比计算容易被程序识别，所以次数另有限制"),
  ),
  width: privateSetting.number("图片宽度", 240, { min: 120, max: 400, hint: "像素，只用于图片验证码" }),
  height: privateSetting.number("图片高度", 60, { min: 40, max: 120, hint: "像素，只用于图片验证码" }),
  length: privateSetting.number("字符个数", 5, { min: 4, max: 8, ...safety("用于数字、字符和语音验证码") }),
}

/** The purpose of a captcha (`CaptchaPurpose`). */
export const captchaPurposeSettings = {
  enable_captcha_login: publicSetting.flag("登录时使用验证码", false, safety("不开也有次数限制，猜密码会被拦住")),
  enable_captcha_register: publicSetting.flag("注册时使用验证码", true, safety("拦住成批注册的程序")),
  enable_captcha_find_password: publicSetting.flag("找回密码时使用验证码", true, safety("拦住成批发信的程序")),
  enable_captcha_complaint: publicSetting.flag("版权投诉时使用验证码", true, safety("拦住成批发信的程序")),
  enable_captcha_comment: publicSetting.flag("评论时使用验证码", false, safety("拦住成批发广告的程序")),
}
