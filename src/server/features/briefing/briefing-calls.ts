import type { OutputOf } from '#contract/services.ts';
import { briefedKinds, compared, informationKinds } from '#domain/briefing/item.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import type { BriefingRecord } from '#domain/record/records.gen.ts';
import { AppError, fieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { type NameReader, storedNamesIn } from '#server/engine/records/names.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { type Asked, type PlaceInput, shapeOf, understood } from './asked.ts';
import { collected } from './collect.ts';
import type { CollectDeps } from './items/collecting.ts';
import { shownItems } from './shown-items.ts';

/** Items of one answer, and of one briefing, at most: nobody reads more before a flight. */
const mostItems = 2_000;
/** Letters that the record of a briefing holds. */
const mostLetters = 8_000_000;
const iso = (at: number) => new Date(at).toISOString();

/** One query over all information, and briefings that are stored as they were shown. */
export function createBriefingService(deps: CollectDeps): Service {
  const { records, sql, parameters, clock } = deps;
  const briefed = new Set(briefedKinds);

  const askedView = (asked: Asked) => ({
    geometry: shapeOf(asked),
    from: iso(asked.time.from),
    to: iso(asked.time.to),
    withinM: asked.withinM,
  });
  const headsOf = async (found: readonly BriefingRecord[], locale: Locale) => {
    const makers = found.map(({ madeByName }) => madeByName);
    const nameOf = await storedNamesIn(sql, locale, makers);
    return found.map((record) => headOf(record, nameOf));
  };
  const headOf = (record: BriefingRecord, nameOf: NameReader) => ({
    id: record.id,
    plan: record.plan ?? null,
    title: record.title,
    madeAt: record.madeAt,
    madeByName: nameOf(record.madeByName),
    from: record.validFrom,
    to: record.validTo,
    count: record.count,
  });
  const limitsOf = ({ airport, lower, upper }: BriefingRecord) => ({
    airport: airport ?? null,
    lower: lower ?? null,
    upper: upper ?? null,
  });

  function placeOf(record: BriefingRecord): PlaceInput {
    const { plan, airport, area, lower, upper, withinM, validFrom, validTo } = record;
    const around = withinM === null || withinM === undefined ? {} : { withinM };
    if (plan) return { plan, ...around };
    const geometry = storedGeometry(area);
    return {
      ...(airport ? { airport } : geometry ? { geometry } : {}),
      from: validFrom,
      to: validTo,
      lower: lower ?? null,
      upper: upper ?? null,
      ...around,
    };
  }

  async function viewOf(caller: Caller, record: BriefingRecord): Promise<OutputOf<'Briefing', 'Get'>> {
    const shown = await shownItems(deps, caller, record);
    const isOver = Date.parse(record.validTo) < clock().getTime();
    const asked = isOver ? null : await stillAsked(caller, record);
    const items = compared(shown, asked ? await collected(deps, caller, asked, briefed) : shown);
    return {
      ...headOf(record, await storedNamesIn(sql, caller.locale, [record.madeByName])),
      ...limitsOf(record),
      geometry: asked ? shapeOf(asked) : storedGeometry(record.area),
      withinM: asked?.withinM ?? record.withinM ?? 0,
      items,
      changes: items.filter(({ change }) => change !== null).length,
      isOver,
    };
  }

  /** What it was asked of, as that stands now; null: the plan is gone, and what was shown of it stays as it was. */
  async function stillAsked(caller: Caller, record: BriefingRecord): Promise<Asked | null> {
    try {
      return await understood(deps, caller, placeOf(record));
    } catch (error) {
      if (error instanceof AppError && (error.code === 'notFound' || error.code === 'validation'))
        return null;
      throw error;
    }
  }

  return implement('Briefing', {
    async Query({ kinds, words, ...place }, caller) {
      const asked = await understood(deps, caller, place);
      const items = await collected(deps, caller, asked, new Set(kinds ?? informationKinds), words);
      return { ...askedView(asked), items: items.slice(0, mostItems), more: items.length > mostItems };
    },

    async Make({ title, ...place }, caller) {
      const asked = await understood(deps, caller, place);
      const items = await collected(deps, caller, asked, briefed);
      const content = JSON.stringify(items);
      if (items.length > mostItems || content.length > mostLetters) {
        const values = { count: items.length, most: mostItems };
        throw fieldError('withinM', 'briefing.refused.size', values);
      }
      const { userId, name, companyId } = caller.actor;
      const limits = asked.parts[0];
      const values = {
        title: title?.trim() || asked.plan?.label || iso(asked.time.from).slice(0, 16).replace('T', ' '),
        plan: asked.plan?.id ?? null,
        airport: asked.airport,
        company: asked.plan?.company ?? companyId ?? null,
        area: shapeOf(asked),
        lower: limits?.lower ?? null,
        upper: limits?.upper ?? null,
        withinM: asked.withinM,
        validFrom: iso(asked.time.from),
        validTo: iso(asked.time.to),
        madeAt: clock().toISOString(),
        madeBy: userId,
        madeByName: name,
        count: items.length,
        content,
      };
      const record = await records.transaction((transaction) =>
        records.create(asService(caller), 'briefing', values, transaction),
      );
      return {
        ...headOf(record, await storedNamesIn(sql, caller.locale, [record.madeByName])),
        ...limitsOf(record),
        ...askedView(asked),
        items: items.map((item) => ({ item, change: null, before: null })),
        changes: 0,
        isOver: false,
      };
    },

    async Get({ id }, caller) {
      return viewOf(caller, await records.get(caller, 'briefing', id));
    },

    async GetList({ plan }, caller) {
      await records.get(caller, 'plan', plan);
      const filter = { field: 'plan', operator: 'eq' as const, value: plan };
      const found = await records.rows(
        caller,
        'briefing',
        { filter, sort: [{ field: 'madeAt', order: 'desc' }], most: 50 },
        sql,
      );
      const [newest] = found;
      const required = (await parameters.all()).get('plan.briefingRequired') === 'true';
      return {
        items: await headsOf(found, caller.locale),
        changes: newest ? (await viewOf(caller, newest)).changes : null,
        required,
      };
    },
  });
}
