import { privateSetting, root } from "../setting"

const zone = /^[0-9a-f]{32}$/

/** The CDN in front of the site, which must remove hidden content. The addresses of both services are constants. */
export const cdnSettings = {
  cdn_provider: privateSetting.select("CDN", "", {
    ...root,
    options: [":没有", "cloudflare:Cloudflare", "aliyun:阿里云 CDN"],
    hint: "文档下架、删除或改为不公开时，自动清除 CDN 上的缓存；要先填好网站域名",
  }),
  cdn_zone: privateSetting.text("Cloudflare 的区域 ID", "", {
    ...root,
    hint: "在 Cloudflare 域名的“概述”页右下角，32 个字符",
    check: (text) => (text === "" || zone.test(text) ? null : "应为 32 个字符的区域 ID"),
  }),
  cdn_token: privateSetting.password("Cloudflare 的 API 令牌", "", { hint: "只需要这个域名“清除缓存”的权限" }),
  cdn_access_key_id: privateSetting.text("阿里云的 AccessKey ID", "", { ...root, hint: "只需要 cdn:RefreshObjectCaches 的权限" }),
  cdn_access_key_secret: privateSetting.password("阿里云的 AccessKey Secret", "", { hint: "和 AccessKey ID 一起建立的密钥，只显示一次" }),
}
