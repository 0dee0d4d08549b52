export const usage = `用法：npm run fidelity -- 文件夹… [选项]

把文件夹里的 PDF（和由 Office 文档做成的 PDF）转换成我们的页面，在 Chromium 里画出来，与 pdftoppm 和 PDFium 画的逐块比较。

      npm run fidelity -- tests/files [选项]

tests/files 里是样本的生成程序：先在临时文件夹里做出样本，再按页面的两倍大小比较。每一页和 PDFium 不同的块不超过 1%，
也不缺墨、不多墨；pdftoppm 的差别只列出来，它画不出有些批注和表单。没有 PDF 的样本由 tests/files/files.test.ts 检查。

  --pages N      每份文档最多比较几页（默认 30）
  --keep 文件夹  把相差超过 0.1% 的页面的三张图和 SVG 存到这里
  --json 文件    把结果另存为 JSON
  --help         显示这段说明

      npm run fidelity -- ink [文件夹…] [选项]

在 Chromium 里按阅读器的宽度、1 倍和 2 倍、浅色和深色画每一页，把每个字的横竖笔画和 PDFium 同样大小的位图比较：
有多少笔画保留了六成以上的对比度，2 倍屏上的字有没有变粗。没有给文件夹就用自己的 60 页样张（要有 LibreOffice）。

  --pages N      每份文档最多量几页（默认 14）
  --face 字体    样张里中文的字体（默认 Noto Serif CJK SC）
  --only 文字    只量名字里有这些文字的样张
  --keep 文件夹  把每一页的两张图和 SVG 存到这里`
