import { privateSetting, root, safety } from "../setting"
import { safetyProviders } from "./content-safety.enums"

/** The service that looks at what is published. The addresses of both are constants, so a setting cannot send a secret elsewhere. */
export const contentSafetySettings = {
  safety_provider: privateSetting.select("内容安全服务", "", {
    options: [":不启用", ...Object.entries(safetyProviders).map(([name, label]) => `${name}:${label}`)],
    ...safety("文档、文章和评论发布后，文字和图片会发给它检查，有问题的转人工审核；按量收费"),
  }),
  safety_key_id: privateSetting.text("内容安全的密钥 ID", "", {
    ...root,
    hint: "阿里云的 AccessKey ID 或腾讯云的 SecretId，只给它内容安全的权限",
  }),
  safety_key_secret: privateSetting.password("内容安全的密钥", "", { hint: "和密钥 ID 一起得到，保存后不再显示" }),
  safety_pages: privateSetting.number("每份文档检查几页", 10, {
    ...root,
    min: 1,
    max: 500,
    hint: "从第一页算起，每页的文字和图片各检查一次；文章最多检查这么多张图片",
  }),
  safety_daily: privateSetting.number("每天最多检查几次", 20_000, {
    ...root,
    min: 1,
    max: 100_000_000,
    hint: "一段文字、一张图片各算一次。到了上限，当天的新内容不再检查，仍然公开，并且会告警",
  }),
}
