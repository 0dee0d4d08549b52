import { publicSetting, safety } from "../setting"

export const accountSettings = {
  register_background: publicSetting.image("注册页背景图", "", { hint: "注册页的背景" }),
  login_background: publicSetting.image("登录页背景图", "", { hint: "登录页的背景" }),
  enable_register: publicSetting.flag("允许注册", true, { hint: "关闭后只有管理人员可以添加用户" }),
  enable_verify_register_email: publicSetting.flag("注册时验证邮箱", false, safety("需要先配置好邮件服务")),
}
