import { fold } from "../fold"
import { nearestWord } from "../spelling"
import type { SuggestQuery, Suggested } from "../search.port"
import { keyOf, lettersOf, wholeOf } from "./documents"
import type { OpenSearchEngine } from "./engine"
import { all, some, has, term, worth } from "./matching"

/** Larger than every static score, so that the position of the letters decides first. */
const step = 100

/** Finds titles that contain the letters or sound like them. Titles that begin with them come first, then by static score. */
export const suggest = async (engine: OpenSearchEngine, index: string, { text, kind, limit }: SuggestQuery): Promise<Suggested[]> => {
  const folded = fold(text)
  if (!folded) return []
  const [whole, single] = [wholeOf(folded), lettersOf(folded)[0]]
  const inTitle = folded.length > 1 ? has("title", folded) : term("title_letters", single)
  const inSounds = folded.length > 1 ? has("sounds", folded) : term("sound_letters", single)
  const begins = (field: string) => ({ prefix: { [field]: whole } })
  const query = {
    bool: {
      filter: [some([inTitle, inSounds]), ...(kind === undefined ? [] : [term("kind", kind)])],
      should: [worth(4 * step, begins("folded")), worth(2 * step, some([begins("initials"), begins("pinyin")])), worth(step, inTitle)],
    },
  }
  const body = {
    query: { function_score: { query, field_value_factor: { field: "score", missing: 0 }, boost_mode: "sum" } },
    size: limit,
    _source: ["shown"],
  }
  const { data } = await engine<{ hits: { hits: { _id: string; _source: { shown: string } }[] } }>("POST", `/${index}/_search`, { body })
  return data.hits.hits.map(({ _id, _source }) => ({ ...keyOf(_id), title: _source.shown }))
}

/** Returns the most frequent Latin word that is one letter apart; null if the word itself is in the index. */
export const correct = async (engine: OpenSearchEngine, index: string, word: string): Promise<string | null> => {
  const candidates = { field: "latin", analyzer: "keyword", suggest_mode: "missing", sort: "frequency", size: 50 }
  const near = { text: word, term: { ...candidates, max_edits: 1, prefix_length: 0, min_word_length: 2 } }
  const body = { size: 0, query: all([]), suggest: { near } }
  const { data } = await engine<{ suggest: { near: { options: { text: string }[] }[] } }>("POST", `/${index}/_search`, { body })
  return nearestWord(
    word,
    data.suggest.near.flatMap(({ options }) => options.map((one) => one.text)),
  )
}
