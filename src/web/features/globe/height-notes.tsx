import { useTranslation } from 'react-i18next';
import type { TargetStore } from '#web/map/target-store.ts';
import { useStoreBeat } from '#web/map/use-targets.ts';
import { drawnHeight, type HeightNote } from './drawn-heights.ts';
import type { Volume } from './scene/volumes-layer.ts';

const order: readonly (HeightNote | 'unknown')[] = [
  'noTerrain',
  'overGround',
  'standard',
  'ellipsoid',
  'aerodrome',
  'open',
  'unknown',
];

/** What the heights on the globe are, and of how many of the things on it that is less than exact. */
export function HeightNotes({
  store,
  volumes,
  hasTerrain,
  inSoftware,
  bounded,
}: {
  store: TargetStore;
  volumes: readonly Volume[];
  hasTerrain: boolean;
  /** No graphics card draws the globe. */
  inSoftware: boolean;
  bounded: boolean;
}) {
  const { t } = useTranslation();
  useStoreBeat(store);
  const count = new Map<HeightNote | 'unknown', { volumes: number; targets: number }>();
  const add = (note: HeightNote | 'unknown', what: 'volumes' | 'targets') => {
    const one = count.get(note) ?? { volumes: 0, targets: 0 };
    one[what] += 1;
    count.set(note, one);
  };
  for (const { limits } of volumes) for (const note of limits.notes) add(note, 'volumes');
  for (const { target } of store.list) {
    const { note } = drawnHeight(target, hasTerrain ? 0 : null);
    if (note !== null) add(note, 'targets');
  }
  return (
    <div className="globe-notes">
      <p>{t('globe.datum')}</p>
      <p>{t(hasTerrain ? 'globe.terrainHelp' : 'globe.noTerrainHelp')}</p>
      {inSoftware && <p>{t('globe.inSoftware')}</p>}
      {bounded && <p>{t('globe.bounded')}</p>}
      <ul>
        {order.flatMap((note) => {
          const one = count.get(note);
          return one
            ? [
                <li key={note}>
                  {t(`globe.note.${note}`)}{' '}
                  <span className="cw-soft cw-figures">{t('globe.noteCount', one)}</span>
                </li>,
              ]
            : [];
        })}
      </ul>
    </div>
  );
}
