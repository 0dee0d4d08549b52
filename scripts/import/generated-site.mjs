// Generates SQL for a site of this family of any size: its users, documents and their activity. Requires MariaDB, whose sequences generate
// the rows.

/** Tables that are cleared and refilled; the others keep the rows of the recorded site. */
const emptied = [
  "user",
  "user_group",
  "attachment",
  "attachment_content",
  "document",
  "document_category",
  "comment",
  "favorite",
  "download",
  "sign",
  "dynamic",
]

/**
 * Returns SQL to run on the recorded database (`tests/import/database.sql.gz`), about nine rows per document.
 * @param {number} documents
 */
export const generatedSite = (documents) => {
  const people = Math.max(20, Math.round(documents / 10))
  const rows = `seq_1_to_${documents}`
  const at = "timestampadd(minute, seq, '2020-01-01')"
  const owner = `2 + seq % ${people - 1}`
  return [
    ...emptied.map((table) => `delete from mnt_${table}${table === "user" ? " where id > 1" : ""}`),
    `insert into mnt_user (id, username, password, email, signature, credit_count, created_at, updated_at)
      select seq, concat('读者', seq), concat('md5$salt$', md5(concat('salt', 'reader-', seq))), concat('r', seq, '@example.org'), '读书破万卷', seq % 50, ${at}, ${at}
      from seq_2_to_${people}`,
    `insert into mnt_user_group (user_id, group_id, created_at) select seq, 2, ${at} from seq_2_to_${people}`,
    `insert into mnt_attachment (id, hash, user_id, type_id, type, enable, path, name, size, ext, ip, created_at, updated_at)
      select seq, md5(seq), ${owner}, seq, 2, 1, concat('/documents/none/', md5(seq), '.pdf'), concat('文件', seq, '.pdf'), 1000 + seq, '.pdf', '127.0.0.1', ${at}, ${at} from ${rows}`,
    `insert into mnt_attachment_content (id, hash, content, created_at) select seq, md5(seq), repeat(concat('第', seq, '份文档的文字。'), 100), ${at} from ${rows}`,
    `insert into mnt_document (id, title, keywords, description, user_id, width, height, preview, pages, view_count, score, price, size, ext, status, uuid, language, created_at, updated_at)
      select seq, concat('第', seq, '份资料'), '样例', '一份用来试用的文档。', ${owner}, 794, 1123, 12, 12, seq % 997, 300, seq % 7, 1000 + seq, '.pdf', 2, left(md5(concat('u', seq)), 16), 'zh-CN', ${at}, ${at} from ${rows}`,
    `insert into mnt_document_category (document_id, category_id, created_at) select seq, 1, ${at} from ${rows}`,
    `insert into mnt_document_category (document_id, category_id, created_at) select seq, 2, ${at} from ${rows}`,
    `insert into mnt_comment (user_id, content, document_id, status, created_at) select ${owner}, concat('写得清楚 ', seq), seq, 1, ${at} from ${rows}`,
    `insert into mnt_favorite (user_id, document_id, type, created_at) select ${owner}, seq, 0, ${at} from ${rows}`,
    `insert into mnt_download (user_id, document_id, ip, is_pay, created_at) select ${owner}, seq, '127.0.0.1', 0, ${at} from ${rows}`,
    `insert into mnt_dynamic (user_id, content, type, created_at)
      select ${owner}, concat('上传了文档《<a href="/document/', left(md5(concat('u', seq)), 16), '">第', seq, '份资料</a>》'), 3, ${at} from ${rows}`,
  ]
}
