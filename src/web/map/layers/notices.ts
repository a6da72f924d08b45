import { formatLimits, isAltitude } from '#domain/geo/altitude.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import noticeSchema from '#schemas/notice.json' with { type: 'json' };
import { timesText } from '#web/client/clock.ts';
import { i18n } from '#web/client/i18n.ts';
import type { LayerContext } from './layer-context.ts';
import type { FeatureStyle, MapFeature } from './map-feature.ts';
import { factsOf, geometryOf, loadRecords, type MapRecord, textIn } from './record-facts.ts';

/** Beyond the end of the slider. */
const aheadMs = 26 * 3_600_000;

/** Areas of the notices of the next 24 hours, of those that the user may read. */
export async function loadNotices(
  locale: Locale,
  signal: AbortSignal,
  { partial }: Partial<LayerContext> = {},
): Promise<MapFeature[]> {
  const now = Date.now();
  const soon = {
    area_nnull: 'true',
    endTime_gt: new Date(now).toISOString(),
    startTime_lt: new Date(now + aheadMs).toISOString(),
  };
  const found = await loadRecords('notice', signal, soon, partial);
  return found.flatMap((record) => noticeFeature(record, locale) ?? []);
}

/** What stops an activity is told from another notice by colour and hatching. */
export function noticeStyle(kind: string | null): FeatureStyle {
  return kind === 'stopActivity'
    ? { colour: 'closed', width: 2, dash: [2, 4], inside: 'hatch' }
    : { colour: 'application', width: 2, dash: [2, 4], inside: 'wash' };
}

/** Null for one without an area. */
export function noticeFeature(record: MapRecord, locale: Locale): MapFeature | null {
  const geometry = geometryOf(record.area);
  if (!geometry) return null;
  const lower = isAltitude(record.lower) ? record.lower : null;
  const upper = isAltitude(record.upper) ? record.upper : null;
  const [from, to] = [textIn(record, 'startTime'), textIn(record, 'endTime')];
  const inLanguage = (field: string) =>
    nameIn({ name: textIn(record, field), nameEn: textIn(record, `${field}En`) }, locale);
  const title = inLanguage('title');
  return {
    id: `notice-${record.id}`,
    geometry,
    style: noticeStyle(textIn(record, 'kind')),
    label: title,
    detail: formatLimits(lower, upper),
    labelMinZoom: 7,
    rank: 21,
    limits: { lower, upper },
    holds: [{ from: Date.parse(from), to: Date.parse(to) }],
    card: {
      title,
      subtitle: formatLimits(lower, upper),
      facts: [
        [i18n.t('map.card.times'), timesText(from, to)],
        ...factsOf(
          { ...record, content: inLanguage('content') },
          noticeSchema,
          ['kind', 'level', 'source', 'content'],
          locale,
        ),
      ],
      link: `/information/controlNotice/${record.id}`,
    },
  };
}
