export const usage = `用法：npm run lighthouse

在放入了示例数据的临时站点上，用 Lighthouse 按手机给五种公开网页和搜索入口打分。CHROME_PATH 指定浏览器。`
