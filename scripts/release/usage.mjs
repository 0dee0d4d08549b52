export const usage = `用法：npm run release -- [选项]

把提交了的代码做成可以直接解压运行的包，放进 dist/release：

  doujia-版本-linux-x64.tar.zst、doujia-版本-linux-arm64.tar.zst   自带 Node、依赖、编译好的网页和内置数据库
  doujia-版本-sbom.cdx.json                                       依赖包清单（CycloneDX）
  doujia-版本-notes.md                                            这个版本的说明，取自 CHANGELOG.md
  SHA256SUMS

解压后运行 ./doujia start，不需要网络。

  --arch x64,arm64   只做其中一种处理器的
  --verify           做好以后解压本机处理器的那一个，断网启动，登录，上传，阅读，重启，再看一遍
  --verify-only      不重新做，只检查 dist/release 里的
  --help             显示这段说明`
