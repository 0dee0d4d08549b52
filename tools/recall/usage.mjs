export const usage = `用法：npm run recall -- [选项]

为现做的文档建立全文索引，用随机的 2–8 字片段搜索，与逐份查找的结果逐条比较。

  --documents N  文档（默认 20000）
  --queries N    查询几次（默认 10000）
  --opensearch URL  比较 OpenSearch 里的索引，而不是 PostgreSQL 的；用完删掉（tools/opensearch 可以在本机启动一个）
  --help         显示这段说明`
