import { type InformationItem, type InformationKind, inReadingOrder } from '#domain/briefing/item.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Asked } from './asked.ts';
import { aerodromeItems, aerodromesAround, isNear } from './items/aerodrome-items.ts';
import { airspaceItems, planItems } from './items/air-items.ts';
import { airwayItems, obstacleItems, pointItems } from './items/chart-items.ts';
import type { CollectDeps, Collecting } from './items/collecting.ts';
import { documentItems } from './items/document-items.ts';
import { notamItems, noticeItems } from './items/notice-items.ts';
import { warningItems, weatherItems } from './items/weather-items.ts';
import { windItems } from './items/wind-items.ts';
import { boundsAround } from './near.ts';

const collectors: Record<InformationKind, (of: Collecting, words: string) => Promise<InformationItem[]>> = {
  aerodrome: aerodromeItems,
  weather: weatherItems,
  wind: windItems,
  warning: warningItems,
  notam: notamItems,
  notice: noticeItems,
  airspace: airspaceItems,
  plan: planItems,
  obstacle: obstacleItems,
  airway: airwayItems,
  point: pointItems,
  document: documentItems,
};

/** Everything of these kinds that concerns what is asked, among the rows of the caller, in reading order. */
export async function collected(
  deps: CollectDeps,
  caller: Caller,
  asked: Asked,
  kinds: ReadonlySet<InformationKind>,
  words = '',
): Promise<InformationItem[]> {
  const aerodromes = await aerodromesAround({ deps, caller, asked });
  const near = aerodromes.filter((one) => isNear(asked, one));
  const bounds = boundsAround(asked.parts, asked.withinM);
  const of: Collecting = { deps, caller, asked, bounds, aerodromes, near };
  const found = await Promise.all([...kinds].map((kind) => collectors[kind](of, words)));
  return inReadingOrder(found.flat().filter((item) => holdsWords(item, words)));
}

/** A document was found by its words, which stand anywhere in it. */
function holdsWords(item: InformationItem, words: string): boolean {
  if (words.trim() === '' || item.kind === 'document') return true;
  const text = [item.title, item.raw ?? '', item.zh, item.en].join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
