import { refusedTiers } from "../money/recharge.tiers"
import { refusedDomain } from "./site.domain"
import { indexNowKey, refusedRobotsRules } from "./sitemap.robots"
import { supportedExtensions } from "../library/document.formats"
import { oauthSettings } from "../people/oauth.providers"
import { clearing, own, shown, type Setting } from "./settings.setting"
import { paymentSettings } from "../money/payment.gateways"
import { smsProviders, smsSettings } from "../people/sms.providers"
import { vipPlanSettings } from "../money/membership.plans"

/** All settings of the site, by group (docs/reference/api.md 4.2). */
const { text, textarea, image, number, flag } = shown
const score = { min: 0, max: 1_000_000 }

export const settingGroups = {
  system: {
    sitename: text("网站名称", "豆架", { hint: "显示在页头、标签页和邮件里" }),
    domain: text("网站域名", "", {
      guard: "root",
      check: refusedDomain,
      hint: "例如 https://doc.example.cn，可以带端口；邮件里的链接、站点地图和第三方登录要用它",
    }),
    title: text("首页标题", "", { hint: "首页标签页上的文字，也是搜索结果里的标题；留空就是网站名称加“打开就能读的文库”" }),
    keywords: text("网站关键词", "文库,文档,资料,在线阅读", { hint: "用逗号隔开，写在网页的元数据里" }),
    description: textarea("网站简介", "真题、教案、合同、报告和论文，打开就能读。", { hint: "搜索引擎和分享时显示的简介" }),
    recommend_words: text("首页搜索推荐词", "使用手册,积分,备份,Markdown", { hint: "用逗号隔开，显示在首页的搜索框下面" }),
    logo: image("网站 Logo", "", { hint: "显示在页头" }),
    favicon: image("网站 Favicon", "", { hint: "标签页上的图标，正方形" }),
    register_background: image("注册页背景图", "", { hint: "注册页的背景" }),
    login_background: image("登录页背景图", "", { hint: "登录页的背景" }),
    sec_icp: text("公网安备", "", { hint: "显示在页脚；留空不显示" }),
    icp: text("网站备案号", "", { hint: "显示在页脚；留空不显示" }),
    copyright_start_year: text("版权起始年", "2026", { hint: "四位数字，页脚显示从这一年到今年" }),
    analytics: textarea("网站统计代码", "", { guard: "root", hint: "只在公开的页面上运行" }),
    enable_powered_by: flag("显示“由豆架驱动”", true, { hint: "显示在页脚" }),
    enable_watermark: flag("启用水印", false, { hint: "文字或图片在下一项里填写" }),
    watermark: text("水印文字或图片地址", "", { hint: "图片以 / 或 https:// 开头" }),
  },
  footer: {
    about: text("关于我们", "/article/about", { hint: "页脚链接的地址" }),
    contact: text("联系我们", "/article/contact", { hint: "页脚链接的地址" }),
    agreement: text("文库协议", "/article/agreement", { hint: "页脚链接的地址，注册时也要同意它" }),
    copyright: text("免责声明", "/article/copyright", { hint: "页脚链接的地址" }),
    feedback: text("意见反馈", "/article/feedback", { hint: "页脚链接的地址" }),
  },
  security: {
    max_document_size: number("最大文档大小（MB）", 50, { min: 1, max: 100_000, hint: "单个文件的上限" }),
    document_allowed_ext: shown.many("允许上传的文档类型", [], { options: supportedExtensions, hint: "不选则全部允许" }),
    is_close: flag("关闭网站", false, { hint: "只有管理人员能进来，其他人看到闭站说明" }),
    close_statement: shown.html("闭站说明", "网站正在维护，稍后就好。", { hint: "网站关闭时显示" }),
    login_required: flag("登录才能访问", false, { hint: "没有登录的人只能看到登录、注册和找回密码" }),
    enable_register: flag("允许注册", true, { hint: "关闭后只有管理人员可以添加用户" }),
    enable_verify_register_email: flag("注册时验证邮箱", false, { hint: "需要先配置好邮件服务" }),
    enable_captcha_login: flag("登录时使用验证码", false, { hint: "不开也有次数限制，猜密码会被拦住" }),
    enable_captcha_register: flag("注册时使用验证码", true, { hint: "拦住成批注册的程序" }),
    enable_captcha_find_password: flag("找回密码时使用验证码", true, { hint: "拦住成批发信的程序" }),
    enable_captcha_comment: flag("评论时使用验证码", false, { hint: "拦住成批发广告的程序" }),
    staff_two_factor: own.flag("管理人员必须开启两步验证", false, {
      guard: "root",
      hint: "打开后，有管理权限的人要先在“个人中心 - 登录安全”里设置，才能使用这些权限；请先设置好自己的",
    }),
    comment_interval: own.number("评论时间间隔（秒）", 10, { min: 0, max: 86_400, hint: "同一个人的两条评论之间至少隔多久；0 为不限" }),
    upload_every_day: own.number("每人每天最多上传几份", 0, { min: 0, max: 10_000, hint: "0 为不限" }),
    uploads_per_hour: own.number("每人每小时最多上传几份", 200, {
      min: 0,
      max: 100_000,
      hint: "0 为不限；这一项和下面两项不限制第一位管理员",
    }),
    max_unfinished_uploads: own.number("每人没有传完的文件最多几份", 20, {
      min: 0,
      max: 10_000,
      hint: "0 为不限；一天没有接着传的会自动清除",
    }),
    max_unused_megabytes: own.number("每人没有提交的文件最多多少 MB", 1_024, {
      min: 0,
      max: 10_000_000,
      hint: "上传后还没有提交成文档的，连同没有传完的；0 为不限",
    }),
    free_space_reserve: own.number("磁盘至少留出多少 MB", 2_048, {
      min: 0,
      max: 100_000_000,
      hint: "剩余空间少于它时不再接收上传，免得数据库和正在进行的转换也写不下；0 为不检查",
    }),
    recycle_days: own.number("回收站保留几天", 30, { min: 1, max: 3_650, hint: "到期的内容连同文件彻底删除" }),
    search_record_retention_days: own.number("搜索记录保留几天", 7, { min: 0, max: 3_650, hint: "0 为不记录" }),
    order_timeout: own.number("待支付的订单多少分钟后关闭", 30, { min: 5, max: 10_080, hint: "关闭后要重新下单" }),
    account_closing_days: own.number("注销账号的冷静期（天）", 7, { min: 0, max: 90, hint: "到期以前可以反悔；0 为马上注销" }),
  },
  captcha: {
    type: own.select("验证码类型", "pow", {
      options: ["pow:无感验证（计算）", "digit:数字", "string:字符", "math:算术", "audio:语音"],
      hint: "无感验证不用输入，由浏览器计算一秒左右",
    }),
    enable_picture: own.flag("为不支持无感验证的客户端提供图片", false, {
      hint: "只认识图片的客户端打开后才能注册；图片比计算容易被程序识别，所以次数另有限制",
    }),
    width: own.number("图片宽度", 240, { min: 120, max: 400, hint: "像素，只用于图片验证码" }),
    height: own.number("图片高度", 60, { min: 40, max: 120, hint: "像素，只用于图片验证码" }),
    length: own.number("字符个数", 5, { min: 4, max: 8, hint: "用于数字、字符和语音验证码" }),
  },
  email: {
    enable: own.flag("启用邮件服务", false, { hint: "关闭时不发邮件，用邮箱找回密码和验证邮箱也用不了" }),
    host: own.text("SMTP 服务器地址", "", clearing),
    port: own.number("SMTP 服务器端口", 465, { min: 1, max: 65_535, ...clearing }),
    is_tls: own.flag("连接时就使用 TLS", true, {
      hint: "465 端口打开；587 和 25 端口关闭，由 STARTTLS 加密，除本机外不发不加密的邮件。修改后密码会清除，要重新填写",
      guard: "destination",
    }),
    from_name: own.text("发件人名称", "", { hint: "收件人看到的名字" }),
    username: own.text("SMTP 账号", "", { hint: "也是发件人地址" }),
    password: own.password("SMTP 密码", "", { hint: "许多邮箱要用授权码，而不是登录密码" }),
    duration: own.number("找回密码链接的有效期（分钟）", 30, { min: 1, max: 60, hint: "过了这么久要重新申请" }),
  },
  sms: {
    sms_provider: own.select("短信服务商", "", {
      options: [":不启用", ...Object.entries(smsProviders).map(([name, { label }]) => `${name}:${label}`)],
      hint: "选好后在下面填写它的密钥和模板；不启用时不能用手机号注册和登录",
    }),
  },
  converter: {
    max_preview: own.number("最大预览页数（0 为不限）", 0, {
      min: 0,
      max: 100_000,
      hint: "之后转换的文档按它预览；已有的文档重新转换后生效",
    }),
    max_preview_percent: own.number("最大预览页数百分比", 100, {
      min: 0,
      max: 100,
      hint: "0 和 100 为不限；和最大预览页数一起设置时取较少的",
    }),
    max_pages: own.number("一份文档最多转换多少页", 3_000, {
      min: 1,
      max: 100_000,
      hint: "再往后的页不能预览，也搜不到；下载的文件仍是完整的",
    }),
    timeout: own.number("转换超时（分钟）", 30, {
      min: 1,
      max: 100,
      hint: "这是最长的时间：小文件有 5 分钟，每 MB 加 1 分钟；排队等候的时间不算",
    }),
    enable_ocr: own.flag("识别扫描件里的文字", false, { hint: "需要安装 tesseract" }),
    sandbox_required: own.flag("没有沙箱就不处理文件", false, {
      guard: "root",
      hint: "打开后，服务器上用不了沙箱（bubblewrap）时不转换文档、不接收图片；文档照常保存，等沙箱可用了自动转换",
    }),
    enable_convert_repeated_document: own.flag("转换重复文档", false, { hint: "关闭时，内容相同的文件直接用已有的页面" }),
    enable_gzip: own.flag("启用 GZIP 压缩", true, { hint: "打开时页面的地址是 .gzip.svg，关闭时是 .svg；存储和传输都会压缩" }),
    extension: own.select("预览格式", "svg", { options: ["svg:SVG"], hint: "页面都是 SVG，放大不会模糊" }),
    enable_svgo: own.flag("启用 SVGO", false, { hint: "页面生成时已经精简，打开也不会更小" }),
  },
  download: {
    enable_guest_download: flag("允许游客下载", false, { hint: "免费文档不登录也能下载" }),
    free_download_duration: number("购买后多少天内可重复下载（0 为永久）", 0, { min: 0, max: 36_500, hint: "过了这么久再下载要重新购买" }),
    times_every_day: number("登录用户每天下载次数", 10, { min: 0, max: 1_000_000, hint: "0 为不允许下载" }),
    times_every_ip: number("每个 IP 每天下载次数", 30, { min: 0, max: 1_000_000, hint: "同一个地址的所有人一起算；0 为不允许下载" }),
    url_duration: own.number("下载链接有效时长（秒）", 60, { min: 0, max: 86_400, hint: "过了这么久链接就打不开；少于 10 秒按 10 秒" }),
    enable_direct_purchase: own.flag("不认识订单的旧客户端下载时直接扣除余额", false, {
      guard: "root",
      hint: "打开后，旧客户端请求付费文档时不再询问，直接从余额扣除；本站的页面总是先询问",
    }),
    enable_code_download: flag("允许用下载码下载付费文档", false, { hint: "下载码在“订单管理 - 下载码”里生成" }),
    code_tip: shown.html("下载码的说明", "", { hint: "写明怎样得到下载码，显示在输入下载码的地方" }),
    max_price: number("下载码最多用于多少积分的文档", 0, { min: 0, max: 1_000_000, hint: "按实付的积分计算；0 为不限" }),
  },
  score: {
    credit_name: own.text("积分名称", "魔豆", { hint: "网站上对积分的称呼" }),
    credit_exchange: own.number("人民币兑积分（1 元兑多少积分）", 10, {
      min: 1,
      max: 100_000,
      guard: "root",
      hint: "积分的价格按它换算；修改后不影响已有的订单",
    }),
    show_exchange: own.flag("积分价格旁显示人民币价格", true, { hint: "例如“25 魔豆（2.50 元）”；充值和用支付平台付款时总是显示人民币" }),
    enable_recharge: own.flag("允许充值积分", false, { guard: "root", hint: "要先在“支付配置”里启用一种支付方式" }),
    recharge_discount: own.textarea("充值折扣", "", {
      guard: "root",
      check: refusedTiers,
      hint: "每行一档“积分数:折扣”，例如 500:0.95；充值数达到几档时用最低的折扣",
    }),
    author_income: own.number("付费文档的收入，作者得百分之几", 100, {
      min: 0,
      max: 100,
      guard: "root",
      hint: "其余归网站；不足一个积分的部分也归网站",
    }),
    register: own.number("注册奖励", 10, { ...score, hint: "注册成功得到的积分" }),
    sign_in: own.number("签到奖励（最少）", 1, { ...score, hint: "每天签到得到的积分" }),
    sign_in_max: own.number("签到奖励（最多）", 5, { ...score, hint: "每次在最少和最多之间随机；小于最少则固定为最少" }),
    sign_streak: own.number("连续签到满几天有额外奖励", 7, { min: 0, max: 365, hint: "0 为没有额外奖励" }),
    sign_streak_award: own.number("连续签到的额外奖励", 5, { ...score, hint: "在当天的签到奖励之外" }),
    upload_document: own.number("上传文档奖励", 5, { ...score, hint: "上传一份文档得到的积分" }),
    upload_document_limit: own.number("每天奖励几次上传", 1, { ...score, hint: "0 为不奖励" }),
    delete_document: own.number("删除文档扣除", 1, { ...score, hint: "删除一份自己的文档扣掉的积分" }),
    document_collected: own.number("文档被收藏奖励", 1, { ...score, hint: "文档每被一个人收藏，作者得到的积分" }),
    document_collected_limit: own.number("每天奖励几次被收藏", 1, { ...score, hint: "0 为不奖励" }),
    document_commented: own.number("文档被评论奖励", 1, { ...score, hint: "文档每被评论一次，作者得到的积分" }),
    document_commented_limit: own.number("每天奖励几次被评论", 1, { ...score, hint: "0 为不奖励" }),
  },
  display: {
    show_document_count: flag("显示文档数", true, { hint: "关闭时公开的统计里没有它" }),
    show_document_download_count: flag("显示文档下载数", true, { hint: "关闭时只有作者和管理人员看得到" }),
    show_document_view_count: flag("显示文档浏览数", true, { hint: "关闭时只有作者和管理人员看得到" }),
    show_document_favorite_count: flag("显示文档收藏数", true, { hint: "关闭时只有作者和管理人员看得到" }),
    show_document_descriptions: flag("显示文档简介", true, { hint: "列表里标题下面的一段文字" }),
    show_register_user_count: flag("显示注册用户数", true, { hint: "关闭时公开的统计里没有它" }),
    show_order: flag("购买文档时打开订单页", false, {
      hint: "打开时，需要付费的文档先到订单页，可以选择各种支付方式；关闭时在文档页上直接用积分或下载码购买",
    }),
    virtual_register_count: own.number("网站虚拟注册用户数", 0, { min: 0, max: 1_000_000_000, hint: "加在公开的注册用户数上" }),
    show_index_categories: flag("显示横栏分类", true, { hint: "首页上的分类" }),
    index_document_style: shown.select("首页文档展示方式", "card", {
      options: ["card:卡片", "list:列表"],
      hint: "首页上每个分类的新文档怎样排",
    }),
    home_version: shown.select("首页版本", "v1", {
      options: ["v1:V1版", "v2:V2版"],
      hint: "V1 是推荐书架、分类分栏和每个分类的新文档；V2 突出推荐和热门分类，文章带摘要",
    }),
    hide_keywords_on_lists: flag("列表旁不显示关键词", false, { hint: "打开时，搜索结果旁边没有相关的词" }),
    pages_per_read: number("文档继续阅读的页数", 5, { min: 1, max: 1_000, hint: "连续阅读时，每隔这么多页放一处“文档浏览页页间”广告" }),
    enable_text_layer: flag("免费文档的文字可以选中和复制", true, { hint: "关闭后只能阅读" }),
    enable_print: flag("免费文档可以打印", true, { hint: "关闭后网页里没有打印" }),
    max_search_pages: number("搜索结果最大页数", 100, { min: 0, max: 1_000, hint: "再往后的结果翻不到；0 为 1000 页" }),
    copyright_statement: shown.html(
      "版权声明",
      "本站文档由用户上传分享，版权归原作者所有。如有侵权，请通过“意见反馈”告知，我们在一个工作日内处理。",
      { hint: "显示在页脚；留空不显示" },
    ),
    hide_category_without_document: flag("隐藏无文档分类", false, { hint: "没有文档的分类不出现" }),
    wechat_tip: text("微信提示文案", "", { hint: "显示在二维码旁边" }),
    wechat_qrcode: image("微信二维码", "", { hint: "显示在网页右侧的快捷栏里；留空不显示" }),
    contact_tip: text("联系我们提示文案", "", { hint: "联系图标的说明" }),
    contact_link: text("联系我们跳转链接", "", { hint: "网页右侧快捷栏里的联系图标打开的地址；留空不显示" }),
  },
  fulltext_search: {
    enable_suggest: own.flag("输入时给出建议", true, { hint: "打字时列出标题里有这些字，或者读音相近的文档和文章" }),
    hot_words: own.select("还没有输入时推荐的词", "all", {
      options: ["all:大家常搜的词和推荐词", "recommended:只有推荐词", "none:不推荐"],
      hint: "常搜的词来自搜索记录；推荐词在“基础配置”里填写",
    }),
    enable_relax: own.flag("没有结果时换个说法再找", true, { hint: "改正拼错的英文，按拼音找标题，把词分开来找；结果页会说明找的是什么" }),
  },
  /** named as in existing clients */
  mp: {
    enable: flag("在网站上显示小程序码", false, { hint: "显示在网页右侧的快捷栏里，要先上传小程序码" }),
    name: text("小程序名称", "", { hint: "写在小程序码下面" }),
    qrcode: image("小程序码", "", { hint: "正方形的图片" }),
    logo: image("小程序 Logo", "", { hint: "小程序读取公开设置时用它" }),
  },
  ssr: {
    hide_from_search: flag("不让搜索引擎收录", false, { hint: "robots.txt 请所有搜索引擎离开；已经收录的网页过些时候才会消失" }),
    robots_rules: textarea("robots.txt 的其他规则", "", {
      hint: "一行一条，例如 Disallow: /article/internal；写在 User-agent 之前的对所有搜索引擎有效。管理后台、个人中心等页面本来就不让抓取",
      check: refusedRobotsRules,
    }),
    crawl_delay: number("抓取间隔（秒）", 0, { min: 0, max: 3_600, hint: "写进 robots.txt 的 Crawl-delay；0 为不限" }),
    page_cache_seconds: own.number("网页缓存的有效期（秒）", 0, {
      min: 0,
      max: 86_400,
      hint: "首页、列表等网页隔多少秒重新渲染一次，改动过的内容总是立即更新；0 为按服务器的配置（PAGE_CACHE_SECONDS）",
    }),
    enable_oai: own.flag("让图书馆和学术搜索收割（OAI-PMH）", true, {
      hint: "地址是 /oai，只有公开文档的标题、简介等元数据；要先填好网站域名",
    }),
    indexnow_key: own.text("IndexNow 密钥", "", {
      hint: "自己起一个，8 到 128 个字母、数字或短横线；填了以后，新的和改过的网页会自动告诉必应等搜索引擎。要先填好网站域名",
      check: (text) => (text === "" || indexNowKey.test(text) ? null : "应为 8 到 128 个字母、数字或短横线"),
    }),
    baidu_token: own.password("百度推送的 token", "", {
      hint: "在百度搜索资源平台“普通收录 - API 提交”里查到的 token；要先填好网站域名。百度的接口只有 http，token 会不加密地发出去",
    }),
  },
  vip: {
    enable: flag("启用 VIP", false, { hint: "打开后出现购买页；价格为 0 的会员不出售" }),
    icon: image("VIP 图标", "", { hint: "会员头像上的标记；不设置时用自带的" }),
    ...vipPlanSettings,
  },
  ...paymentSettings,
  ...smsSettings,
  ...oauthSettings,
} as const satisfies Record<string, Record<string, Setting>>

export type SettingGroups = typeof settingGroups
export type SettingGroup = keyof SettingGroups
type Widen<V> = V extends boolean ? boolean : V extends number ? number : V extends readonly string[] ? readonly string[] : string
export type SettingValues<G extends SettingGroup> = {
  [K in keyof SettingGroups[G]]: SettingGroups[G][K] extends Setting<infer V> ? Widen<V> : never
}
