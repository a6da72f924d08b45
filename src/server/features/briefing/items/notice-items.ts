import { sql as raw, type SqlBool } from 'kysely';
import type { InformationItem } from '#domain/briefing/item.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { aerodromeEffect, airEffect } from '#domain/notam/effect.ts';
import { qCodeWords } from '#domain/notam/q-codes.ts';
import { readSnowtam } from '#domain/notam/snowtam.ts';
import { snowtamWords } from '#domain/notam/snowtam-words.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { meets } from '#server/features/briefing/near.ts';
import { notamsAlong } from '#server/features/notam/notams-along.ts';
import { airMet, type Collecting, mayRead, rowsOf, volumeParameters } from './collecting.ts';
import { blank, both, isoOf, labelled, lines, said, textOrNull, type Words } from './item-text.ts';

/** NOTAMs of the air, of the aerodromes near, and of their whole FIRs. */
export async function notamItems({ deps, caller, asked, near }: Collecting): Promise<InformationItem[]> {
  if (!mayRead(caller, 'notam')) return [];
  const found = await notamsAlong(
    { ...deps, parameters: volumeParameters(asked) },
    {
      volumes: asked.parts,
      aerodromes: near.flatMap(({ icao }) => icao ?? []),
      time: asked.time,
      aroundM: asked.withinM,
    },
  );
  return found.map(({ record, because }): InformationItem => {
    const code = record.qCode ?? null;
    const locations = record.locations ?? [];
    const about: Words | null = code ? labelled(qCodeWords(code), code) : null;
    const isTable = record.kind !== 'notam';
    return {
      ...blank,
      // A SNOWTAM has no number of its own: of an aerodrome there is one.
      key: isTable ? `notam:${record.kind}:${locations.join(' ') || record.id}` : `notam:${record.number}`,
      kind: 'notam',
      resource: 'notam',
      id: record.id,
      title: [isTable ? record.kind.toUpperCase() : record.number, ...locations].join(' '),
      raw: record.raw ?? record.text,
      ...(snowWords(record, asked.parameters.deadlines.timeZone) ??
        lines(about, record.schedule ? said('schedule', { schedule: record.schedule }) : null)),
      from: record.validFrom,
      to: record.validTo ?? null,
      lower: record.lower ?? null,
      upper: record.upper ?? null,
      geometry: storedGeometry(record.area) ?? storedGeometry(record.center),
      grave:
        airEffect(code) === 'hold' ||
        (because.includes('aerodrome') && aerodromeEffect(code)?.effect === 'hold'),
    };
  });
}

/** What a SNOWTAM says by runway, each on a line; null: it is none, or of a format without values by runway. */
function snowWords({ kind, text, validFrom }: NotamRecord, timeZone: string): Words | null {
  const read = kind === 'snowtam' ? readSnowtam(text, Date.parse(validFrom)) : null;
  return read && both((locale) => snowtamWords(read, { locale, timeZone }).join('\n'));
}

/** Notices of this time: those whose air meets what is asked, and those that name none. */
export async function noticeItems(of: Collecting): Promise<InformationItem[]> {
  // General ones stand in no index: nothing is checked against them.
  const met = await airMet(of, ({ source }) => source === 'notice');
  const found = await rowsOf(of, 'notice', {
    where: (alias) => {
      const column = (name: string) => raw.ref(`${alias}.${name}`);
      return raw<SqlBool>`(${column('area')} is null or ${column('kind')} = 'general' or ${column('id')} = any(${[...met.keys()]}::bigint[]))`;
    },
    filter: {
      operator: 'and',
      value: [
        { field: 'startTime', operator: 'lt', value: isoOf(of.asked.time.to) },
        { field: 'endTime', operator: 'gt', value: isoOf(of.asked.time.from) },
      ],
    },
  });
  return found.flatMap((record): InformationItem[] => {
    const geometry = storedGeometry(record.area);
    const lower = isAltitude(record.lower) ? record.lower : null;
    const upper = isAltitude(record.upper) ? record.upper : null;
    if (geometry && !meets(of.asked.parts, of.asked.withinM, { geometry, lower, upper })) return [];
    return [
      {
        ...blank,
        key: `notice:${record.id}`,
        kind: 'notice',
        resource: 'notice',
        id: record.id,
        title: String(record.title),
        ...(record.titleEn ? { titleEn: String(record.titleEn) } : {}),
        ...both((locale) => String(nameIn({ name: record.content ?? '', nameEn: record.contentEn }, locale))),
        from: textOrNull(record.startTime),
        to: textOrNull(record.endTime),
        lower,
        upper,
        geometry,
        grave: record.kind === 'stopActivity' || record.level === 1,
      },
    ];
  });
}
