import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Altitude } from '#domain/geo/altitude.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { serviceZone } from '#web/client/clock.ts';
import { aheadMin, stepMin, useMoment } from './moment.ts';

/** Heights that low flights ask for, metres above sea level, and two of the airways. */
const levels: { value: string; level: Altitude }[] = [
  ...[300, 600, 900, 1_200, 1_500, 2_100, 3_000, 4_500].map((value) => ({
    value: `${value}`,
    level: { value, unit: 'm' as const, reference: 'AMSL' as const },
  })),
  ...[200, 300].map((value) => ({
    value: `FL${value}`,
    level: { value, unit: 'FL' as const, reference: 'STD' as const },
  })),
];

/** At each quarter of the slider. */
const markHours = [6, 12, 18, 24];

/** For when and what height the map shows information: the next 24 hours by a slider, one height or all. */
export function TimeBar() {
  const { t } = useTranslation();
  const { atMs, offsetMin, level, setOffsetMin, setLevel } = useMoment();
  const zone = serviceZone();
  const at = formatWall(atMs, zone).slice(5);
  const chosen = levels.find((one) => one.level === level)?.value ?? 'all';
  return (
    <fieldset className="cw-time-bar">
      <legend className="cw-hidden">{t('map.information.title')}</legend>
      <Button
        size="small"
        type={offsetMin === 0 ? 'primary' : 'default'}
        onClick={() => setOffsetMin(0)}
        aria-pressed={offsetMin === 0}
      >
        {t('map.information.now')}
      </Button>
      <div className="cw-time-slider">
        {/* Antd's slider sets state in effects after each key: under keys without pause React ends the page (error 185). */}
        <input
          type="range"
          aria-label={t('map.information.time')}
          aria-valuetext={at}
          min={0}
          max={aheadMin}
          step={stepMin}
          value={offsetMin}
          onChange={(event) => setOffsetMin(Number(event.target.value))}
        />
        <span className="cw-time-marks cw-soft" aria-hidden="true">
          {markHours.map((hours) => (
            <span key={hours}>{hours} h</span>
          ))}
        </span>
      </div>
      <span className="cw-figures cw-time-at" aria-live="polite">
        {at}
        {offsetMin > 0 && (
          <small className="cw-soft">
            {t('map.information.ahead', { hours: (offsetMin / 60).toFixed(1) })}
          </small>
        )}
      </span>
      <Select
        size="small"
        className="cw-time-level"
        aria-label={t('map.information.level')}
        value={chosen}
        onChange={(value) => setLevel(levels.find((one) => one.value === value)?.level ?? null)}
        options={[
          { value: 'all', label: t('map.information.allLevels') },
          ...levels.map(({ value, level: { value: figure, unit } }) => ({
            value,
            label: unit === 'FL' ? `FL${figure}` : `${figure} m AMSL`,
          })),
        ]}
      />
    </fieldset>
  );
}
