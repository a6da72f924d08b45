import type { MessageCount } from './queries.ts';

/** What the summary names, in the order in which it says it, and as it says it: speech is Chinese (specification §9). */
const spoken: [Exclude<keyof MessageCount, 'count' | 'airspace'>, string][] = [
  ['naircraft', '飞行计划'],
  ['aircraft', '航空器'],
  ['pilot', '飞行员'],
  ['auth', '企业认证'],
];

/** The spoken summary; empty where nothing waits. */
export function spokenSummary(count: Omit<MessageCount, 'airspace'>): string {
  if (count.count === 0) return '';
  const parts = spoken.flatMap(([name, word]) => (count[name] > 0 ? [`${word}${count[name]}条`] : []));
  return `您有${count.count}条待办消息，${parts.join('，')}。`;
}
