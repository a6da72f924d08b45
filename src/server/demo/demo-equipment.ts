import { sql as raw } from 'kysely';
import { noDelays } from '#domain/equipment/delays.ts';
import { createHeardCells, type HeardCell } from '#domain/equipment/heard-cells.ts';
import { direct } from '#domain/geo/geodesy.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { addCells, addSlots, type Slot } from '#server/features/equipment/equipment-rows.ts';
import { slotS } from '#server/features/equipment/equipment-tables.ts';
import { withAdvisoryLock } from '#server/jobs/schedule.ts';
import { allOf } from '#server/seed/ensure.ts';
import { visitorAt, visitorSources } from './demo-visitors.ts';
import { demoSource } from './seed-demo.ts';

const days = 30;
const dayMs = 86_400_000;
const slotMs = slotS * 1_000;
/** Heard in daylight, from 08:00 to 18:00 in China. */
const firstHour = 0;
const hoursHeard = 10;
const daylight = ((1 << hoursHeard) - 1) << firstHour;

/** In which quarter of an hour of which day a source of the demo was down, by its place in the list: always the same. */
const wasDown = (source: number, day: number, slot: number) =>
  source !== 0 && (day * 7 + source * 11) % 13 === 0 && slot >= 30 && slot < 30 + 2 * source;

/**
 * A past month of the demo's sources, so that their monitoring has something to show at the first start: marked as the
 * demo's, up to the moment of that start. Nothing where equipment was watched before.
 */
export async function fillEquipmentPast(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  records: Records;
  clock: () => Date;
}): Promise<void> {
  const { database, records, clock } = deps;
  const { kysely: sql } = database;
  await withAdvisoryLock(database, 'clearway demo equipment', async () => {
    const { rows } = await raw`
      select 1 from equipment_slot where at < ${new Date(clock().getTime() - dayMs).toISOString()}::timestamptz limit 1`.execute(
      sql,
    );
    if (rows.length > 0) return;
    const stored = await allOf(records, 'surveillanceSource');
    const idOf = (name: string) => stored.find((one) => one.name === name)?.id;
    // A weather radar hears no aircraft.
    const hearing = visitorSources.filter(({ aircraft }) => aircraft > 0);
    const names = [demoSource.name, ...hearing.map(({ record }) => record.name)];
    const now = clock().getTime();
    const today = Math.floor(now / dayMs);
    const last = Math.floor(now / slotMs) * slotMs;
    const cells: (HeardCell & { sourceId: number })[] = [];
    const slots: (Slot & { sourceId: number })[] = [];
    for (const [index, name] of names.entries()) {
      const sourceId = idOf(name);
      if (sourceId === undefined) continue;
      // Counted together: where both went, the source heard them in one cell.
      const own = index === 0 ? [] : visited(index - 1);
      const heard = cellsOf([...own, ...(flownBefore[index]?.() ?? [])]);
      for (let day = today - days; day < today; day += 1) {
        for (const { cell, band, reports } of heard) {
          // Not every place is flown over every day.
          if ((cell * 31 + day * 17) % 5 === 0) continue;
          const at = day * dayMs + hoursHeard * 3_600_000;
          cells.push({ sourceId, day, cell, band, reports: reports * 20, hours: daylight, lastAt: at });
        }
      }
      for (let at = (today - days) * dayMs; at < last; at += slotMs)
        slots.push({ sourceId, ...slotOf(index, at) });
    }
    await sql.transaction().execute(async (transaction) => {
      await addCells(transaction, cells);
      for (let from = 0; from < slots.length; from += 4_000) {
        await addSlots(transaction, slots.slice(from, from + 4_000));
      }
      await raw`
        update equipment_slot set is_demo = true where at < ${new Date(last).toISOString()}::timestamptz`.execute(
        transaction,
      );
    });
  });
}

function slotOf(index: number, at: number): Slot {
  const day = Math.floor(at / dayMs);
  const slot = Math.floor((at % dayMs) / slotMs);
  const isDown = wasDown(index, day, slot);
  const busy = 0.4 + 0.6 * Math.max(0, Math.sin(((slot - 2) / 48) * Math.PI));
  const reports = isDown ? 0 : Math.round(slotS * (2 + index) * busy);
  const delays = noDelays();
  // Those of the demo's sources that state their time are heard within some tenths of a second.
  if (index < 2) {
    delays[2 + index] = Math.round(reports * 0.7);
    delays[4 + index] = Math.round(reports * 0.26);
    delays[8] = Math.round(reports * 0.04);
  }
  return { at, upS: isDown ? 0 : slotS, downS: isDown ? slotS : 0, reports, delays };
}

type Place = Pick<Report, 'longitude' | 'latitude' | 'pressureAltitudeM'>;

function cellsOf(places: readonly Place[]): HeardCell[] {
  const heard = createHeardCells();
  for (const place of places) heard.add({ ...unsaid, ...place, at: 0 }, 0);
  return heard.take();
}

/** Where the visitors of one source fly. */
function visited(group: number): Place[] {
  const { aircraft = 0 } = visitorSources[group] ?? {};
  return Array.from({ length: aircraft }, (_, index) =>
    Array.from({ length: 400 }, (_, step): Place => {
      const { longitude, latitude, altitudeM } = visitorAt(group, index, step * 15_000);
      return { longitude, latitude, pressureAltitudeM: altitudeM };
    }),
  ).flat();
}

/** Where the demo's own flights went: rays from Chengdu, higher the further they are. Bearing and distance say which are heard. */
function flown(isHeard: (bearing: number, distanceM: number) => boolean = () => true): Place[] {
  const centre = { longitude: 104.2, latitude: 30.75 };
  const places = Array.from({ length: 48 }, (_, ray) =>
    Array.from({ length: 90 }, (_, step): Place[] => {
      const distanceM = (step + 1) * 1_500;
      const bearing = ray * 7.5;
      if (!isHeard(bearing, distanceM)) return [];
      const { longitude, latitude } = direct(centre, bearing, distanceM);
      return [{ longitude, latitude, pressureAltitudeM: 600 + distanceM / 60 }];
    }).flat(),
  );
  return [...places, ...places, ...places].flat();
}

/** Who heard them, by place in the list: ADS-B all; the radar not behind the mountains in the west; the receiver not far away. */
const flownBefore: Record<number, () => Place[]> = {
  0: () => flown(),
  1: () => flown((bearing, distanceM) => distanceM < 45_000 || bearing < 235 || bearing > 325),
  2: () => flown((bearing, distanceM) => distanceM < (bearing < 120 ? 80_000 : 120_000)),
};
