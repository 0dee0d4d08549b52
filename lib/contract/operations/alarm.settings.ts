import { serverAddressFault } from "../address"
import { privateSetting, root } from "../setting"

/** The address contains the robot's key, so it is as secret as a password. */
const robot = (label: string, hint: string) => privateSetting.password(label, "", { hint, check: serverAddressFault })

/** Where alarms are sent. Webhooks have a screen of their own; theirs are the events `alarm.raised` and `alarm.recovered`. */
export const alarmSettings = {
  mail: privateSetting.flag("发邮件给站长", true, { ...root, hint: "发到 1 号用户验证过的邮箱，要先启用邮件服务" }),
  wecom_robot: robot("企业微信机器人的地址", "群设置 - 消息推送里复制，https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…"),
  dingtalk_robot: robot("钉钉机器人的地址", "群设置 - 机器人里复制，https://oapi.dingtalk.com/robot/send?access_token=…"),
  dingtalk_secret: privateSetting.password("钉钉机器人的加签密钥", "", { hint: "SEC 开头；安全设置里没有选“加签”时不填" }),
  feishu_robot: robot("飞书机器人的地址", "群设置 - 群机器人里复制，https://open.feishu.cn/open-apis/bot/v2/hook/…"),
  feishu_secret: privateSetting.password("飞书机器人的签名密钥", "", { hint: "安全设置里没有选“签名校验”时不填" }),
}
