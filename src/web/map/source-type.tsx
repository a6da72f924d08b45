import { Checkbox, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import type { TargetStore } from './target-store.ts';
import { useStoreBeat } from './use-targets.ts';

/** Where the choice is kept on this device, and what it is at first (specification §3). */
const storageKey = 'radarSourceType';
const atFirst = 'Cat21';

function stored(): string {
  try {
    return localStorage.getItem(storageKey) ?? atFirst;
  } catch {
    return atFirst;
  }
}

function store(type: string): void {
  try {
    localStorage.setItem(storageKey, type);
  } catch {
    // A full or forbidden store: the next visit begins with the usual one.
  }
}

/**
 * The radar source type: how many targets the chosen one has, and whether it alone is shown. All are shown at each visit,
 * so that nobody works for a day with half a picture that was asked for the day before.
 */
export function SourceTypeChoice({ store: targets }: { store: TargetStore }) {
  const { t } = useTranslation();
  const label = useLabel();
  const resource = useResource('surveillanceSource');
  const [type, setType] = useState(stored);
  const [isOnly, setOnly] = useState(false);
  useStoreBeat(targets);
  useEffect(() => {
    targets.showOnly(isOnly ? type : null);
  }, [targets, isOnly, type]);
  const words = resource?.schema.properties.type?.['x-enum'];
  const present = targets.feeds().flatMap((feed) => (feed.type === undefined ? [] : [feed.type]));
  const types = [...new Set([atFirst, type, ...present])];
  return (
    <div className="cw-source-type">
      <Select<string>
        size="small"
        style={{ width: '100%' }}
        aria-label={t('map.sourceType')}
        value={type}
        options={types.map((one) => ({ value: one, label: label(words?.[one], one) }))}
        onChange={(next) => {
          setType(next);
          store(next);
        }}
      />
      <Checkbox checked={isOnly} onChange={(event) => setOnly(event.target.checked)}>
        {t('map.sourceType.only')}
      </Checkbox>
      {isOnly && (
        <p role="status" className="cw-layer-note">
          {t('map.sourceType.hidden', { count: targets.hidden() })}
        </p>
      )}
    </div>
  );
}
