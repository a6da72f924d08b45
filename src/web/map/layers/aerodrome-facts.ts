import { type PlacedRunway, runwayRing, thresholdsOf } from '#domain/aerodromes/runway-shape.ts';
import { isObject, numberOf, textOf } from '#domain/text/narrow.ts';
import type { MapFeature } from './map-feature.ts';
import type { MapRecord } from './record-facts.ts';

function rowsIn(value: unknown): MapRecord[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** `02/20 800 × 30 m`, each runway as far as its record says. */
export function runwayTexts(record: MapRecord): string[] {
  return rowsIn(record.runways).map((runway) => {
    const size = [numberOf(runway.lengthM), numberOf(runway.widthM)].filter((one) => one !== null);
    return [textOf(runway.designator) ?? '', size.length > 0 ? `${size.join(' × ')} m` : '']
      .filter(Boolean)
      .join(' ');
  });
}

/** Runways to scale with their designators at the thresholds, of an aerodrome whose record has these. */
export function runwayFeatures(record: MapRecord): MapFeature[] {
  return rowsIn(record.runways).flatMap((row, index): MapFeature[] => {
    const runway = row as PlacedRunway;
    const [ring, thresholds] = [runwayRing(runway), thresholdsOf(runway)];
    if (!ring || !thresholds) return [];
    const id = `runway-${record.id}-${index}`;
    const names = (textOf(row.designator) ?? '').split('/');
    return [
      {
        id,
        geometry: { type: 'Polygon', coordinates: [ring] },
        style: { colour: 'aerodrome', width: 1.5, inside: 'wash' },
        label: '',
        minZoom: 10,
        rank: 41,
      },
      ...thresholds.map(
        ({ longitude, latitude }, end): MapFeature => ({
          id: `${id}-${end}`,
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
          style: { colour: 'aerodrome', symbol: 'threshold' },
          label: names[end] ?? '',
          minZoom: 12,
          labelMinZoom: 12,
          rank: 41,
        }),
      ),
    ];
  });
}

/** `TWR 118.700`, the tower first, for that is whom one calls. */
export function radioTexts(record: MapRecord): string[] {
  const rank = ({ kind }: MapRecord) => (kind === 'TWR' ? 0 : 1);
  return rowsIn(record.frequencies)
    .filter(({ frequencyMhz }) => numberOf(frequencyMhz) !== null)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ kind, frequencyMhz }) =>
      `${textOf(kind) ?? ''} ${(numberOf(frequencyMhz) ?? 0).toFixed(3)}`.trim(),
    );
}

/** True bearing of the longest runway that has one. */
export function runwayBearing(record: MapRecord): number | null {
  const known = rowsIn(record.runways).filter(({ headingTrue }) => numberOf(headingTrue) !== null);
  known.sort((a, b) => (numberOf(b.lengthM) ?? 0) - (numberOf(a.lengthM) ?? 0));
  return numberOf(known[0]?.headingTrue);
}
