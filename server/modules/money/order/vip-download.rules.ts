type Card = { id: number; download: number; download_used: number; times: number }

/**
 * Returns the card to use for the next download: the first valid one, in their order, that has downloads left in total and today (`times`
 * 0: no daily limit). If there is none, `refusal` holds the reason.
 */
export const cardForDownload = <C extends Card>(
  cards: readonly C[],
  today: readonly { card_id: number }[],
): { card: C | null; refusal: string } => {
  const left = cards.filter((card) => card.download_used < card.download)
  const usedToday = (id: number) => today.filter(({ card_id }) => card_id === id).length
  const card = left.find(({ id, times }) => times <= 0 || usedToday(id) < times) ?? null
  return {
    card,
    refusal:
      left.length > 0 ? "会员今天的免费下载次数已经用完，请明天再来，或者购买这份文档" : "会员的免费下载次数已经用完，可以购买这份文档",
  }
}
