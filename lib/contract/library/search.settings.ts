import { privateSetting, publicSetting, safety } from "../setting"

export const searchSettings = {
  recommend_words: publicSetting.text("首页搜索推荐词", "使用手册,积分,备份,Markdown", { hint: "用逗号隔开，显示在首页的搜索框下面" }),
  search_record_retention_days: privateSetting.number("搜索记录保留几天", 7, {
    min: 0,
    max: 3_650,
    ...safety("更早的记录会删除；0 为不记录"),
  }),
  hide_keywords_on_lists: publicSetting.flag("列表旁不显示关键词", false, { hint: "打开时，搜索结果旁边没有相关的词" }),
  max_search_pages: publicSetting.number("搜索结果最大页数", 100, { min: 0, max: 1_000, hint: "再往后的结果翻不到；0 为 1000 页" }),
}

export const fulltextSettings = {
  enable_suggest: privateSetting.flag("输入时给出建议", true, { hint: "打字时列出标题里有这些字，或者读音相近的文档和文章" }),
  hot_words: privateSetting.select("还没有输入时推荐的词", "all", {
    options: ["all:大家常搜的词和推荐词", "recommended:只有推荐词", "none:不推荐"],
    hint: "常搜的词来自搜索记录；推荐词在“基础配置”里填写",
  }),
  hot_words_people: privateSetting.number("常搜的词至少有几位访客搜过", 5, {
    min: 1,
    max: 10_000,
    hint: "登录的人按账号算，没有登录的按网络算",
  }),
  hot_words_hours: privateSetting.number("常搜的词至少出现在几个不同的钟点", 3, {
    min: 1,
    max: 720,
    hint: "几分钟里集中搜出来的词不会上首页",
  }),
  hot_words_blocked: privateSetting.textarea("不推荐的词", "", {
    hint: "一行一个；含有它的词不会作为常搜的词出现，大小写、全角和空格不影响",
  }),
  enable_relax: privateSetting.flag("没有结果时换个说法再找", true, {
    hint: "改正拼错的英文，按拼音找标题，把词分开来找；结果页会说明找的是什么",
  }),
}
