import type { InformationItem } from '#domain/briefing/item.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { meets } from '#server/features/briefing/near.ts';
import { airMet, type Collecting, mayRead, rowsOf } from './collecting.ts';
import { blank, both, isoOf, labelled, lines, said, textOrNull, titled } from './item-text.ts';

export async function airspaceItems(of: Collecting): Promise<InformationItem[]> {
  const kindWords = of.deps.records.untyped.resource('airspace').schema.properties.kind?.['x-enum'];
  const found = await rowsOf(of, 'airspace', {
    filter: { field: 'state', operator: 'in', value: [0, 1] },
  });
  return found.flatMap((record): InformationItem[] => {
    const geometry = storedGeometry(record.geometry);
    const lower = isAltitude(record.lower) ? record.lower : null;
    const upper = isAltitude(record.upper) ? record.upper : null;
    const [from, to] = [textOrNull(record.validFrom), textOrNull(record.validTo)];
    if (
      !geometry ||
      (to && Date.parse(to) <= of.asked.time.from) ||
      (from && Date.parse(from) >= of.asked.time.to)
    )
      return [];
    if (!meets(of.asked.parts, of.asked.withinM, { geometry, lower, upper })) return [];
    const kind = String(record.kind);
    const open = textOrNull(record.openState);
    return [
      {
        ...blank,
        key: `airspace:${record.id}`,
        kind: 'airspace',
        resource: 'airspace',
        id: record.id,
        ...titled(record, record.designator),
        ...lines(
          labelled(kindWords?.[kind], kind),
          open === 'open' && said('airspaceOpen'),
          open === 'closed' && said('airspaceClosed'),
        ),
        from,
        to,
        lower,
        upper,
        geometry,
        grave: open === 'closed' || ['prohibited', 'restricted', 'danger', 'tempRestricted'].includes(kind),
      },
    ];
  });
}

/** Other plans of the time, from the index that every check asks; the caller's rows only. */
export async function planItems(of: Collecting): Promise<InformationItem[]> {
  if (!mayRead(of.caller, 'plan')) return [];
  const volumes = await airMet(
    of,
    ({ source, owner }) => source === 'plan' && owner.id !== of.asked.plan?.id,
  );
  if (volumes.size === 0) return [];
  const found = await rowsOf(of, 'plan', {
    filter: { field: 'id', operator: 'in', value: [...volumes.keys()] },
  });
  return found.flatMap((record): InformationItem[] => {
    const volume = volumes.get(record.id);
    if (!volume) return [];
    return [
      {
        ...blank,
        key: `plan:${record.id}`,
        kind: 'plan',
        resource: 'plan',
        id: record.id,
        title: [record.callsign, record.planNumber].filter(Boolean).join(' '),
        ...both((locale) => textIn({ key: stateKey(record.state as 1) }, locale)),
        from: volume.from === null ? null : isoOf(volume.from),
        to: volume.to === null ? null : isoOf(volume.to),
        lower: volume.lower,
        upper: volume.upper,
        geometry: volume.footprint,
      },
    ];
  });
}
