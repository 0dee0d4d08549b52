import type { Right } from "../contract/types"
import type { ServerCapability } from "./capabilities"
import { settingPath, type SettingScreen } from "../contract/site/settings.screens"

/** Further words that staff search a screen of /admin by, beside its title and group. A test checks that every screen of the menu is listed. */
export const screenWords: Record<string, string> = {
  "/admin/dashboard": "首页 概览 待办 统计 数据 浏览量 收入 队列 新版本 服务器 示例内容 清除示例内容 开始使用",
  "/admin/document/category": "栏目 频道 上级分类 封面",
  "/admin/document/list": "文库 审核 文档审核 待审核 重新转换 推荐 价格 下架 VIP 文档",
  "/admin/document/language": "语种",
  "/admin/document/searchrecord": "热搜 搜索词 关键词 没有结果",
  "/admin/document/recycle": "已删除 恢复 清空 还原",
  "/admin/article/category": "资讯栏目 频道",
  "/admin/article/list": "资讯 新闻 公告 网站公告 首页公告 单页 关于我们 协议 审核 文章审核 采集",
  "/admin/article/recycle": "已删除 恢复 清空 还原",
  "/admin/spider/url": "抓取 采集 导入",
  "/admin/spider/document": "抓取 采集 导入",
  "/admin/user/list": "会员 账号 注册 重置密码 分组 充值 两步验证",
  "/admin/user/group":
    "用户组 权限 授权 编辑 管理员 默认角色 允许上传文档 文档需要审核 文档审核 允许评论 评论需要审核 评论审核 允许发布文章 文章需要审核 文章审核",
  "/admin/user/permission": "授权 接口 API",
  "/admin/user/punishment": "封号 禁言 禁用 黑名单",
  "/admin/user/vip": "会员 会员卡 VIP",
  "/admin/user/sms": "验证码 手机号",
  "/admin/order": "支付 退款 收款 充值 系统充值 线下付款",
  "/admin/report": "投诉 侵权 反馈",
  "/admin/comment": "评论审核 待审核 回复",
  "/admin/advertisement": "广告位 推广 代码",
  "/admin/banner": "幻灯片 首页图片 首页公告",
  "/admin/navigation": "菜单 页头 顶部导航",
  "/admin/friendlink": "友情链接 合作伙伴",
  "/admin/attachment": "文件 图片 上传",
  [settingPath("system")]: "网站名称 Logo 图标 域名 备案 统计 SEO 标题 关键词 水印",
  [settingPath("security")]: "闭站 维护 关站 注册 上传限制 审核 权限",
  [settingPath("captcha")]: "人机验证 图形验证码",
  [settingPath("email")]: "SMTP 发信 邮件 测试邮件",
  [settingPath("sms")]: "手机 阿里云 腾讯云 测试短信",
  [settingPath("oauth")]: "微信登录 QQ 登录 社交登录 回调地址",
  [settingPath("score")]: "魔豆 签到 奖励 充值 分成 汇率",
  [settingPath("pay")]: "微信支付 支付宝 收款 商户号 证书",
  [settingPath("vip")]: "会员 套餐 价格 月卡 年卡",
  [settingPath("display")]: "首页 阅读 预览 打印 复制 版权声明 客服 公众号",
  [settingPath("footer")]: "页脚 底部链接 关于我们 协议 免责声明",
  [settingPath("download")]: "免费下载 次数 下载码 直接购买 价格",
  [settingPath("converter")]: "预览 LibreOffice 格式 试转",
  [settingPath("search")]: "全文搜索 重建索引 OpenSearch",
  [settingPath("miniprogram")]: "微信小程序 小程序码",
  [settingPath("ssr")]: "缓存 清空缓存 站点地图 robots 收录 推送 SEO",
} satisfies Record<`/admin/config/${SettingScreen}`, string> & Record<string, string>

/** A screen that shares its path with others and is opened by `?tab=`, so that the menu does not list it. */
export type AdminTab = { path: string; tab: string; title: string; words: string; right: Right; needs: ServerCapability }
export const adminTabs: readonly AdminTab[] = [
  {
    path: "/admin/dashboard",
    tab: "audit",
    title: "审计日志",
    words: "操作记录 安全事件 谁改的",
    right: "AuditAPI/ListAudit",
    needs: "GET /audit/list",
  },
  {
    path: "/admin/order",
    tab: "code",
    title: "下载码管理",
    words: "兑换码 卡密 生成下载码",
    right: "DowncodeAPI/ListDowncode",
    needs: "GET /downcode/list",
  },
  {
    path: "/admin/config/system",
    tab: "webhook",
    title: "Webhook 管理",
    words: "回调 通知 推送",
    right: "WebhookAPI/ListWebhook",
    needs: "GET /webhook/list",
  },
  {
    path: "/admin/config/system",
    tab: "delivery",
    title: "Webhook 推送记录",
    words: "回调 通知 失败 重试",
    right: "WebhookAPI/ListWebhookDelivery",
    needs: "GET /webhookdelivery/list",
  },
]
