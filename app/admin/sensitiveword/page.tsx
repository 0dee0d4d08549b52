"use client"

import { crudPage } from "@/components/admin/crud-page"
import { WordTools } from "@/components/community/sensitive-word/admin/word-tools"
import { SensitiveAction, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import { entities } from "@/lib/contract/entities"

/** The words that texts are checked for, with import, export and a test. */
export default crudPage(entities.sensitiveWord, {
  searchIn: "敏感词或备注",
  toolbar: ({ crud }) => (
    <WordTools
      imports={crud.may("ImportSensitiveWord")}
      tests={crud.may("TestSensitiveWord")}
      exports={crud.may("List")}
      onChange={crud.reload}
    />
  ),
  empty: { title: "还没有敏感词", text: "新增几个，或者导入一份词表。没有敏感词时不检查。" },
  fields: {
    word: { label: "敏感词", title: true, required: true, max: 64, hint: "大小写、全角、繁体、空格和标点不同也算" },
    category: {
      label: "分类",
      kind: "enum",
      options: SensitiveCategory,
      search: true,
      initial: SensitiveCategory.other,
      card: true,
    },
    action: {
      label: "处理",
      kind: "enum",
      options: SensitiveAction,
      tones: { [SensitiveAction.refuse]: "bad", [SensitiveAction.review]: "warn", [SensitiveAction.mask]: "info" },
      search: true,
      initial: SensitiveAction.review,
      card: true,
      hint: "没有审核的地方（个人资料）按拒绝处理",
    },
    homophone: { label: "同音", kind: "switch", initial: false, hint: "同音的字也算，容易误伤，两个字以上的词才有用" },
    enable: { label: "启用", kind: "switch", search: true, initial: true, inline: true, card: true },
    remark: { label: "备注", kind: "textarea", max: 255, column: "hidden" },
  },
})
