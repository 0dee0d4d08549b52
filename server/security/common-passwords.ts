import { invalid } from "../errors"
import { isKeyboardWalk } from "./keyboard-walks"
import { isLeakedPassword } from "./leaked-passwords"

/*
 * What people choose when they do not choose: words that head lists of stolen passwords, above all those that such lists
 * lack, as Chinese ones, alone or with a common ending. Together some twenty thousand; only those of eight characters or
 * more matter. The lists themselves are in `leaked-passwords.ts`.
 */
const wordSet = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

const stems = wordSet(`
  password passwd passw0rd p@ssw0rd p@ssword pass word admin administrator root user guest test testing welcome login master
  hello changeme letmein secret default system server oracle mysql qwerty qwer qwert qwertyui qwertyuiop asdf asdfg asdfgh
  asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx 1qaz 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 zaq1
  zaq12wsx zaq1xsw2 !qaz !qaz2wsx qweasd qweasdzxc asdzxc qwaszx poiuyt lkjhgf mnbvcxz a b q w x z aa aaa aaaa aaaaaa abc abcd abcde abcdef
  abcdefg abcdefgh aabbcc abcabc xyz xxx zzz qqq www asd zxc qwe
  iloveyou iloveu loveyou love lovely loveme woaini woaini520 woaiwojia woaini1314 wodemima mima mimamima wo ni ai aini woaiwo
  nihao nihaoma zhang wang li liu chen yang zhao huang zhou wu xu sun zhangwei wangwei liwei wangjing zhangjing lijing liuwei xiaoming
  xiaohong baobao baobei dajiahao tianshi tiancai laopo laogong laoshi shabi caonima wangba beijing shanghai guangzhou shenzhen
  zhongguo china taobao alibaba tencent weixin wechat qqqq baidu wenku doujia library
  dragon monkey sunshine princess football baseball basketball superman batman pokemon starwars michael jordan jordan23 jessica
  jennifer charlie daniel thomas robert matthew andrew joshua ashley amanda nicole hannah anthony william george summer winter spring
  autumn flower shadow ninja mustang harley ferrari mercedes porsche corvette computer internet windows samsung google facebook
  iphone apple killer hunter tigger whatever trustno freedom forever family friends friend angel angels babygirl lovers chocolate
  butterfly purple orange yellow banana cookie cheese pepper ginger soccer hockey tennis liverpool arsenal chelsea barcelona
  manchester everton juventus rangers yankees cowboys lakers steelers marina naruto sasuke pikachu minecraft fortnite roblox
  starcraft warcraft diablo counter strike gaming player access access14 jesus blessed peace happy lucky success money
`)
const tails = wordSet(`
  0 1 2 3 6 7 8 9 00 01 07 10 11 12 13 21 22 23 66 69 77 88 99 100 101 110 111 112 121 123 321 222 250 333 456 520 521 555 666 678 777 789
  888 911 987 999 1111 1112 1122 1212 1234 1313 1314 1588 2222 4321 5201 5200 5555 5678 6666 6789 6969 7777 7788 8888 9876 9999 0000
  11111 12345 54321 66666 88888 11223 111111 112233 121212 123123 123321 123456 123654 222222 234567 456789 520520 520530 521521 654321 666666 789456
  888888 987654 999999 000000 1234567 7654321 1314520 5201314 5211314 12345678 87654321 11111111 88888888 00000000 123456789 987654321 1234567890
  ! !! !!! @ # . ~ * !@# @1 @12 @123 @1234 @12345 @123456 @2020 @2021 @2022 @2023 @2024 @2025 @2026 #1 #123 _123 -123 .123 !123 1! 12! 123! 1234! 12345! 123456!
  1@ 123@ 123. 123# 123* 1234. 123456. 123456a 123a 123b 123abc 123qwe 123asd 123zxc abc abc123 qwe qwer asd asdf zxc
  a aa aaa s ss x xx xxx q qq www com cn
  1980 1985 1986 1987 1988 1989 1990 1991 1992 1993 1994 1995 1996 1997 1998 1999 2000 2001 2002 2003 2004 2005 2006 2007 2008
  2009 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030
`)
const runs = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "147258369",
  "159357456",
  "741852963",
  "!@#$%^&*()",
]
const backwards = (text: string) => [...text].reverse().join("")

const isRun = (text: string) => runs.some((run) => run.includes(text) || backwards(run).includes(text))
/** Repetitions: aaaaaaaa, 12341234, abcabcabc. */
const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/.test(text)
/** A date of eight digits, mostly a birthday. */
const isDate = (text: string) =>
  /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text) || /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(19|20)\d\d$/.test(text)
/** A phone number. */
const isMobile = (text: string) => /^1[3-9]\d{9}$/.test(text)

const splits = (text: string, heads: Set<string>, ends: Set<string>) =>
  Array.from(text, (_, at) => at).some((at) => at > 0 && heads.has(text.slice(0, at)) && ends.has(text.slice(at)))

/** True for a common password, in any case. */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase()
  return (
    stems.has(text) ||
    tails.has(text) ||
    isRun(text) ||
    isRepeated(text) ||
    isDate(text) ||
    isMobile(text) ||
    isKeyboardWalk(password) ||
    isLeakedPassword(password) ||
    splits(text, stems, tails) ||
    splits(text, tails, stems) ||
    splits(text, stems, stems) ||
    splits(text, tails, tails)
  )
}

/** The parts of a person's names that may not be most of their password: the name, and what stands before the @ of the address. */
const partsOf = (names: readonly string[]): string[] =>
  names.map((name) => name.toLowerCase().split("@")[0]!).filter((part) => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3))

/** True where a name of the person, forwards or backwards, is what makes the password long enough, or uncommon. */
export const isNamed = (password: string, names: readonly string[]): boolean => {
  const text = password.toLowerCase()
  return partsOf(names)
    .flatMap((part) => [part, backwards(part)])
    .some((part) => {
      const rest = text.replaceAll(part, "")
      return rest !== text && (rest.length < 8 || isCommonPassword(rest))
    })
}

type Named = { field?: string; names?: readonly string[] }

/** Refuses common passwords, and those made of one of the person's `names` (user name, e-mail address), with 400; the contract checks the length. */
export const requireUncommonPassword = (password: string, { field = "password", names = [] }: Named = {}): void => {
  if (isCommonPassword(password)) throw invalid("这个密码太常见了，请换一个", field)
  if (isNamed(password, names)) throw invalid("密码里有用户名或邮箱，太容易猜到，请换一个", field)
}
