import { isObject } from '#domain/text/narrow.ts';
import { loadRecords, numberIn, textIn } from '#web/map/layers/record-facts.ts';

/** What a model looks like. `unknown`: nobody says what flies there. */
export type ModelKind = 'aeroplane' | 'rotorcraft' | 'glider' | 'balloon' | 'unmanned' | 'unknown';

const kindOfCategory: Readonly<Record<string, ModelKind>> = {
  landplane: 'aeroplane',
  seaplane: 'aeroplane',
  amphibian: 'aeroplane',
  tiltrotor: 'rotorcraft',
  helicopter: 'rotorcraft',
  gyrocopter: 'rotorcraft',
  glider: 'glider',
  powered: 'glider',
  balloon: 'balloon',
  airship: 'balloon',
  uas: 'unmanned',
};

/** Kinds by 24-bit address (lower-case hex), of the aircraft that the user may see. */
export async function loadKinds(signal: AbortSignal): Promise<ReadonlyMap<string, ModelKind>> {
  const [aircraft, types] = await Promise.all([
    loadRecords('aircraft', signal),
    loadRecords('aircraftType', signal),
  ]);
  const byType = new Map(types.map((type) => [numberIn(type, 'id'), textIn(type, 'category')]));
  return new Map(
    aircraft.flatMap((record): [string, ModelKind][] => {
      const type = isObject(record.type) ? numberIn(record.type, 'id') : numberIn(record, 'type');
      const kind = kindOfCategory[byType.get(type) ?? ''];
      const address = textIn(record, 'icao24').toLowerCase();
      return kind && address ? [[address, kind]] : [];
    }),
  );
}
