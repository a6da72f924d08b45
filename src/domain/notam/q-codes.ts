import type { Label } from '#domain/text/label.ts';
import { own } from '#domain/text/own.ts';
import { conditions } from './q-conditions.ts';
import { subjects } from './q-subjects.ts';

/** What a Q-code (`QMRLC`) says in words: `跑道：关闭`, `Runway: Closed`. Letters that mean nothing stay as they are. */
export function qCodeWords(code: string): Label {
  const [subject, condition] = [code.slice(1, 3), code.slice(3, 5)];
  if (subject === 'KK') return own(subjects, 'KK') ?? { 'zh-Hans': code, en: code };
  const of = own(subjects, subject) ?? { 'zh-Hans': subject, en: subject };
  const is = own(conditions, condition) ?? { 'zh-Hans': condition, en: condition };
  // Plain language says nothing by itself.
  if (condition === 'XX') return of;
  return { 'zh-Hans': `${of['zh-Hans']}：${is['zh-Hans']}`, en: `${of.en}: ${is.en}` };
}

/** The groups by which notices are chosen: the first letter of the subject (Doc 8126). */
export const noticeKinds = {
  airspace: { 'zh-Hans': '空域与限制', en: 'Airspace and restrictions' },
  warning: { 'zh-Hans': '航行警告', en: 'Navigation warnings' },
  aerodrome: { 'zh-Hans': '机场与跑道', en: 'Aerodrome and runways' },
  lighting: { 'zh-Hans': '灯光', en: 'Lighting' },
  navigation: { 'zh-Hans': '通信导航监视', en: 'Communication, navigation, surveillance' },
  procedure: { 'zh-Hans': '程序与服务', en: 'Procedures and services' },
  obstacle: { 'zh-Hans': '障碍物', en: 'Obstacles' },
  other: { 'zh-Hans': '其他', en: 'Other' },
} as const satisfies Record<string, Label>;
export type NoticeKind = keyof typeof noticeKinds;

const kindOfLetter: Record<string, NoticeKind> = {
  A: 'airspace',
  R: 'airspace',
  W: 'warning',
  M: 'aerodrome',
  F: 'aerodrome',
  L: 'lighting',
  C: 'navigation',
  G: 'navigation',
  I: 'navigation',
  N: 'navigation',
  P: 'procedure',
  S: 'procedure',
};

export function noticeKindOf(code: string | null): NoticeKind {
  if (!code) return 'other';
  if (code.startsWith('QOB') || code.startsWith('QOL')) return 'obstacle';
  return own(kindOfLetter, code.charAt(1)) ?? 'other';
}
