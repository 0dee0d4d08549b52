import { isAddress } from "../address"
import { privateSetting, publicSetting, safety } from "../setting"
import { refusedDomain } from "./site.domain"

/** The check of an address that a page links to. */
const link = {
  check: (text: string) =>
    text === "" || isAddress(text) || /^(mailto|tel):[^\s"'<>\\]{1,2000}$/i.test(text) ? null : "应为本站的路径，或以 https:// 开头的地址",
} as const

/** The site itself: its name and pages, and the access rules. */
export const siteSettings = {
  sitename: publicSetting.text("网站名称", "豆架", { hint: "显示在页头、页脚、标签页和邮件里" }),
  domain: publicSetting.text("网站域名", "", {
    guard: "root",
    check: refusedDomain,
    hint: "例如 https://doc.example.cn，可以带端口；邮件里的链接、站点地图和第三方登录要用它",
  }),
  title: publicSetting.text("首页标题", "", { hint: "首页标签页上的文字，也是搜索结果里的标题；留空就是网站名称加“打开就能读的文库”" }),
  keywords: publicSetting.text("网站关键词", "文库,文档,资料,在线阅读", { hint: "用逗号隔开，写在网页的元数据里" }),
  description: publicSetting.textarea("网站简介", "真题、教案、合同、报告和论文，打开就能读。", { hint: "搜索引擎和分享时显示的简介" }),
  logo: publicSetting.image("网站 Logo", "", { hint: "显示在页头和页脚，高 36 像素" }),
  show_name_with_logo: publicSetting.flag("Logo 旁边显示网站名称", true, { hint: "Logo 里已经写了网站名称时关闭；没有 Logo 时总是显示" }),
  favicon: publicSetting.image("网站 Favicon", "", { hint: "标签页上的图标，正方形" }),
  sec_icp: publicSetting.text("公网安备", "", { hint: "显示在页脚；留空不显示" }),
  icp: publicSetting.text("网站备案号", "", { hint: "显示在页脚；留空不显示" }),
  copyright_start_year: publicSetting.text("版权起始年", "2026", { hint: "四位数字，页脚显示从这一年到今年" }),
  analytics: publicSetting.textarea("网站统计代码", "", { guard: "root", hint: "只在公开的页面上运行" }),
  enable_powered_by: publicSetting.flag("显示“由豆架驱动”", true, { hint: "显示在页脚" }),
  enable_watermark: publicSetting.flag("启用水印", false, { hint: "文字或图片在下一项里填写" }),
  watermark: publicSetting.text("水印文字或图片地址", "", { hint: "图片以 / 或 https:// 开头" }),
  is_close: publicSetting.flag("关闭网站", false, { hint: "只有管理人员能进来，其他人看到闭站说明" }),
  close_statement: publicSetting.html("闭站说明", "网站正在维护，稍后就好。", { hint: "网站关闭时显示" }),
  login_required: publicSetting.flag("登录才能访问", false, safety("没有登录的人只能看到登录、注册和找回密码")),
  show_register_user_count: publicSetting.flag("显示注册用户数", true, { hint: "关闭时公开的统计里没有它" }),
  virtual_register_count: privateSetting.number("网站虚拟注册用户数", 0, { min: 0, max: 1_000_000_000, hint: "加在公开的注册用户数上" }),
  show_index_categories: publicSetting.flag("显示横栏分类", true, { hint: "首页上的分类" }),
  index_document_style: publicSetting.select("首页文档展示方式", "card", {
    options: ["card:卡片", "list:列表"],
    hint: "首页上每个分类的新文档怎样排",
  }),
  home_version: publicSetting.select("首页版本", "v1", {
    options: ["v1:V1版", "v2:V2版"],
    hint: "V1 是推荐书架、分类分栏和每个分类的新文档；V2 突出推荐和热门分类，文章带摘要",
  }),
  copyright_statement: publicSetting.html(
    "版权声明",
    "本站文档由用户上传分享，版权归原作者所有。如有侵权，请通过“意见反馈”告知，我们在一个工作日内处理。",
    { hint: "显示在页脚；留空不显示" },
  ),
  wechat_tip: publicSetting.text("微信提示文案", "", { hint: "显示在二维码旁边" }),
  wechat_qrcode: publicSetting.image("微信二维码", "", { hint: "显示在网页右侧的快捷栏里；留空不显示" }),
  contact_tip: publicSetting.text("联系我们提示文案", "", { hint: "联系图标的说明" }),
  contact_link: publicSetting.text("联系我们跳转链接", "", { ...link, hint: "网页右侧快捷栏里的联系图标打开的地址；留空不显示" }),
  page_cache_seconds: privateSetting.number("网页缓存的有效期（秒）", 0, {
    min: 0,
    max: 86_400,
    hint: "首页、列表等网页隔多少秒重新渲染一次，改动过的内容总是立即更新；0 为按服务器的配置（PAGE_CACHE_SECONDS）",
  }),
}

export const footerSettings = {
  about: publicSetting.text("关于我们", "/article/about", { ...link, hint: "页脚链接的地址" }),
  contact: publicSetting.text("联系我们", "/article/contact", { ...link, hint: "页脚链接的地址" }),
  agreement: publicSetting.text("文库协议", "/article/agreement", { ...link, hint: "页脚链接的地址，注册时也要同意它" }),
  copyright: publicSetting.text("免责声明", "/article/copyright", { ...link, hint: "页脚链接的地址" }),
  feedback: publicSetting.text("意见反馈", "/article/feedback", { ...link, hint: "页脚链接的地址" }),
}

export const miniprogramSettings = {
  enable: publicSetting.flag("在网站上显示小程序码", false, { hint: "显示在网页右侧的快捷栏里，要先上传小程序码" }),
  name: publicSetting.text("小程序名称", "", { hint: "写在小程序码下面" }),
  qrcode: publicSetting.image("小程序码", "", { hint: "正方形的图片" }),
  logo: publicSetting.image("小程序 Logo", "", { hint: "小程序读取公开设置时用它" }),
}
