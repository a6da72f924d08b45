import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { variationAt, variationText } from '#domain/geo/magnetic-variation.ts';
import { bearingsOf } from '#domain/geo/qdm.ts';
import type { TargetStore } from '#web/map/target-store.ts';
import { useStoreBeat } from '#web/map/use-targets.ts';
import { onEnter } from '#web/ui/composing.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import { metresPerNm } from './tool-marks.tsx';
import { endFrom, placeOf, ringSpacings, type ToolEndName, type Tools } from './tool-state.ts';

/** Range rings; bearing and distance between two, with QDM and QDR by the variation that is recorded there, else by the model. */
export function ToolsPanel({ tools, store }: { tools: Tools; store: TargetStore }) {
  const { t } = useTranslation();
  const { state, change } = tools;
  return (
    <div className="cw-tools">
      <h3>{t('map.tools.rings')}</h3>
      <EndField name="rings" tools={tools} store={store} />
      <Select<number>
        size="small"
        aria-label={t('map.tools.spacing')}
        value={state.spacingNm}
        options={ringSpacings.map((nm) => ({ value: nm, label: t('map.tools.every', { nm }) }))}
        onChange={(spacingNm) => change({ spacingNm })}
      />
      <h3>{t('map.tools.measure')}</h3>
      <EndField name="from" tools={tools} store={store} />
      <EndField name="to" tools={tools} store={store} />
      <Bearings tools={tools} store={store} />
    </div>
  );
}

/** One end: typed, or clicked on the map. */
function EndField({ name, tools, store }: { name: ToolEndName; tools: Tools; store: TargetStore }) {
  const { t } = useTranslation();
  const id = useId();
  const { state, change, setEnd } = tools;
  const end = state.ends[name];
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const label = t(`map.tools.end.${name}`);
  const picking = state.picking === name;
  const take = async () => {
    if (text.trim() === '') return;
    // A record that cannot be read is as good as none.
    const found = await endFrom(text, store).catch(() => null);
    setUnknown(found === null);
    if (found) {
      setEnd(name, found);
      setText('');
    }
  };
  return (
    <div className="cw-tool-end">
      <label htmlFor={id}>{label}</label>
      {end ? (
        <span className="cw-tool-chosen cw-figures">
          <b>{end.name}</b>
          <button
            type="button"
            className="cw-icon-button"
            aria-label={t('map.tools.clear', { end: label })}
            onClick={() => setEnd(name, null)}
          >
            <CloseOutlined />
          </button>
        </span>
      ) : (
        <Input
          id={id}
          size="small"
          value={text}
          placeholder={t('map.tools.hint')}
          status={isUnknown ? 'error' : ''}
          aria-invalid={isUnknown}
          aria-describedby={isUnknown ? `${id}-error` : undefined}
          onChange={({ target }) => {
            setText(target.value);
            setUnknown(false);
          }}
          onPressEnter={onEnter(() => void take())}
          onBlur={() => void take()}
        />
      )}
      <Button
        size="small"
        type={picking ? 'primary' : 'default'}
        aria-pressed={picking}
        aria-label={t('map.tools.pick', { end: label })}
        icon={<AimOutlined />}
        onClick={() => change({ picking: picking ? null : name })}
      />
      {isUnknown && (
        <p id={`${id}-error`} className="cw-tool-error" role="alert">
          {t('map.tools.unknown', { text })}
        </p>
      )}
      {picking && <p className="cw-layer-note">{t('map.tools.picking')}</p>}
    </div>
  );
}

function Bearings({ tools: { state }, store }: { tools: Tools; store: TargetStore }) {
  const { t } = useTranslation();
  useStoreBeat(store);
  const today = useNow(3_600_000);
  const { from, to } = state.ends;
  const [a, b] = [placeOf(from, store), placeOf(to, store)];
  if (!from || !to) return <p className="cw-layer-note">{t('map.tools.measureHint')}</p>;
  if (!a || !b) return <p className="cw-layer-note">{t('map.target.gone')}</p>;
  const recorded = to.kind === 'place' ? to.recordedVariation : null;
  const variation = variationAt(recorded, b, today);
  const { distanceM, toDeg, backDeg, qdmDeg, qdrDeg } = bearingsOf(a, b, variation);
  const speed = from.kind === 'target' ? store.get(from.id)?.target.groundSpeedMps : null;
  const facts: [string, string][] = [
    [
      t('map.tools.distance'),
      `${(distanceM / metresPerNm).toFixed(1)} NM · ${(distanceM / 1000).toFixed(1)} km`,
    ],
    [t('map.tools.bearing'), `${degrees(toDeg)}T · ${degrees(backDeg)}T`],
    ['QDM · QDR', qdmDeg === null || qdrDeg === null ? '—' : `${degrees(qdmDeg)} · ${degrees(qdrDeg)}`],
    ...(speed ? [[t('map.tools.time'), minutes(distanceM / speed)] as [string, string]] : []),
  ];
  return (
    <>
      <dl className="cw-tool-facts cw-figures">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="cw-layer-note">
        {variation === null
          ? t('map.tools.noVariation', { name: to.name })
          : t('map.tools.variationOf', {
              name: to.name,
              variation: variationText(variation),
              source: t(recorded === null ? 'map.variation.model' : 'map.variation.recorded'),
            })}
      </p>
    </>
  );
}

function degrees(value: number): string {
  return `${String(Math.round(value) % 360).padStart(3, '0')}°`;
}

/** `7 min 05 s`, `12:34` would read as a time of day. */
function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
