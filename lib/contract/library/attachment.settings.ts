import { supportedExtensions } from "./document.formats"
import { privateSetting, publicSetting, safety } from "../setting"

export const attachmentSettings = {
  max_document_size: publicSetting.number("最大文档大小（MB）", 50, { min: 1, max: 100_000, hint: "单个文件的上限" }),
  document_allowed_ext: publicSetting.many("允许上传的文档类型", [], { options: supportedExtensions, hint: "不选则全部允许" }),
  uploads_per_hour: privateSetting.number("每人每小时最多上传几份", 200, {
    min: 0,
    max: 100_000,
    ...safety("0 为不限；这一项和下面两项不限制第一位管理员"),
  }),
  max_unfinished_uploads: privateSetting.number("每人没有传完的文件最多几份", 20, {
    min: 0,
    max: 10_000,
    ...safety("0 为不限；一天没有接着传的会自动清除"),
  }),
  max_unused_megabytes: privateSetting.number("每人没有提交的文件最多多少 MB", 1_024, {
    min: 0,
    max: 10_000_000,
    ...safety("上传后还没有提交成文档的，连同没有传完的；0 为不限"),
  }),
  unscanned_files: privateSetting.select("病毒扫描器没有结果时", "refuse", {
    options: ["refuse:不收文件", "accept:先收下，之后再查"],
    ...safety("设置了 CLAMD 才有用：扫描器连不上、太慢，或文件超过它的上限时"),
  }),
  free_space_reserve: privateSetting.number("磁盘至少留出多少 MB", 2_048, {
    min: 0,
    max: 100_000_000,
    ...safety("剩余空间少于它时不再接收上传，免得数据库和正在进行的转换也写不下；0 为不检查"),
  }),
}
