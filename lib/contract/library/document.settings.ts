import { privateSetting, publicSetting, safety } from "../setting"

export const documentSettings = {
  upload_every_day: privateSetting.number("每人每天最多上传几份", 0, { min: 0, max: 10_000, hint: "0 为不限" }),
  enable_guest_download: publicSetting.flag("允许游客下载", false, { hint: "免费文档不登录也能下载" }),
  times_every_day: publicSetting.number("登录用户每天下载次数", 10, { min: 0, max: 1_000_000, hint: "0 为不允许下载" }),
  times_every_ip: publicSetting.number("每个 IP 每天下载次数", 30, {
    min: 0,
    max: 1_000_000,
    hint: "同一个地址的所有人一起算；0 为不允许下载",
  }),
  url_duration: privateSetting.number("下载链接有效时长（秒）", 60, {
    min: 0,
    max: 86_400,
    hint: "过了这么久链接就打不开；少于 10 秒按 10 秒",
  }),
  show_document_count: publicSetting.flag("显示文档数", true, { hint: "关闭时公开的统计里没有它" }),
  show_document_download_count: publicSetting.flag("显示文档下载数", true, { hint: "关闭时只有作者和管理人员看得到" }),
  show_document_view_count: publicSetting.flag("显示文档浏览数", true, { hint: "关闭时只有作者和管理人员看得到" }),
  show_document_favorite_count: publicSetting.flag("显示文档收藏数", true, { hint: "关闭时只有作者和管理人员看得到" }),
  show_document_descriptions: publicSetting.flag("显示文档简介", true, { hint: "列表里标题下面的一段文字" }),
}

export const conversionSettings = {
  max_preview: privateSetting.number("最大预览页数（0 为不限）", 0, {
    min: 0,
    max: 100_000,
    hint: "之后转换的文档按它预览；已有的文档重新转换后生效",
  }),
  max_preview_percent: privateSetting.number("最大预览页数百分比", 100, {
    min: 0,
    max: 100,
    hint: "0 和 100 为不限；和最大预览页数一起设置时取较少的",
  }),
  max_pages: privateSetting.number("一份文档最多转换多少页", 3_000, {
    min: 1,
    max: 100_000,
    hint: "再往后的页不能预览，也搜不到；下载的文件仍是完整的",
  }),
  timeout: privateSetting.number("转换超时（分钟）", 30, {
    min: 1,
    max: 100,
    hint: "这是最长的时间：小文件有 5 分钟，每 MB 加 1 分钟；排队等候的时间不算",
  }),
  enable_ocr: privateSetting.flag("识别扫描件里的文字", false, { hint: "需要安装 tesseract" }),
  sandbox_required: privateSetting.flag(
    "没有沙箱就不处理文件",
    false,
    safety("打开后，服务器上用不了沙箱（bubblewrap）时不转换文档、不接收图片；文档照常保存，等沙箱可用了自动转换"),
  ),
  enable_convert_repeated_document: privateSetting.flag("转换重复文档", false, { hint: "关闭时，内容相同的文件直接用已有的页面" }),
  enable_gzip: privateSetting.flag("启用 GZIP 压缩", true, { hint: "打开时页面的地址是 .gzip.svg，关闭时是 .svg；存储和传输都会压缩" }),
  extension: privateSetting.select("预览格式", "svg", { options: ["svg:SVG"], hint: "页面都是 SVG，放大不会模糊" }),
  enable_svgo: privateSetting.flag("启用 SVGO", false, { hint: "页面生成时已经精简，打开也不会更小" }),
}
