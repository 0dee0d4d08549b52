export const usage = `用法：npm run browsers -- [--only=chromium-107,firefox]

在一个临时站点上，用别的浏览器走一遍：注册、阅读页面、文字和表格、文档内搜索、评论、上传、写文章、后台的列表和设置。
浏览器是 chromium-107、chromium-114、firefox（Firefox ESR，经 WebDriver BiDi）和 webkit（WebKitGTK，经 WebKitWebDriver）。
两个 Chromium 和 puppeteer-core 只有这个命令要用，由它自己装到 dist/browsers。Chromium 92 和现在的 Chromium 在 npm test 里。`
