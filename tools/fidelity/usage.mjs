export const usage = `用法：npm run fidelity -- 文件夹… [选项]

把文件夹里的 PDF（和由 Office 文档做成的 PDF）转换成我们的页面，在 Chromium 里画出来，与 pdftoppm 画的逐块比较。

  --pages N      每份文档最多比较几页（默认 30）
  --keep 文件夹  把相差超过 0.1% 的页面的两张图存到这里
  --json 文件    把结果另存为 JSON
  --help         显示这段说明`
