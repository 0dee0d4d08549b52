export const usage = `用法：npm run fresh -- [选项]

在一台只有 Debian 和 Node 20 的新机器（容器）上运行两条命令：取得提交了的代码，npm start，登录，上传一份文档，
读第一页，再运行 npm test。列出用了多久、下载了多少。要用 root 运行，容器使用本机的 apt 和 npm 设置。

  --no-test    不运行 npm test
  --keep       留下容器的文件夹，不删除
  --help       显示这段说明`
