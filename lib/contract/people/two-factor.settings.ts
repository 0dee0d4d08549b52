import { privateSetting, safety } from "../setting"

export const twoFactorSettings = {
  staff_two_factor: privateSetting.flag(
    "管理人员必须开启两步验证",
    false,
    safety("打开后，有管理权限的人要先在“个人中心 - 登录安全”里设置，才能使用这些权限；请先设置好自己的"),
  ),
}
