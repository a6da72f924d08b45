import type { InformationItem } from '#domain/briefing/item.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { searchArticles } from '#server/features/government/article-search.ts';
import { type Collecting, mayRead } from './collecting.ts';
import { blank } from './item-text.ts';

/** A document has no place: those that hold words that are looked for. */
export async function documentItems(of: Collecting, words: string): Promise<InformationItem[]> {
  if (words.trim() === '' || !mayRead(of.caller, 'documentArticle')) return [];
  const day = formatWall(of.asked.time.from, of.asked.parameters.deadlines.timeZone).slice(0, 10);
  const { items } = await searchArticles(of.deps.sql, { query: words, day, most: 50 });
  const text = (parts: { text: string }[]) => parts.map((part) => part.text).join('');
  return items.map((one) => ({
    ...blank,
    key: `article:${one.code}:${one.number}`,
    kind: 'document' as const,
    resource: 'documentArticle',
    id: one.id,
    title: `${one.title} 第 ${one.number} 条`,
    titleEn: `${one.titleEn ?? one.title}, art. ${one.number}`,
    zh: text(one.zh) || text(one.en),
    en: text(one.en) || text(one.zh),
    from: null,
  }));
}
