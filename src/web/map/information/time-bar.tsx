import { Button, Select, Slider } from 'antd';
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

/** For when and what height the map shows information: the next 24 hours by a slider, one height or all. */
export function TimeBar() {
  const { t } = useTranslation();
  const { atMs, offsetMin, level, setOffsetMin, setLevel } = useMoment();
  const zone = serviceZone();
  const at = formatWall(atMs, zone).slice(5);
  const chosen = levels.find((one) => one.level === level)?.value ?? 'all';
  const ahead = (minutes: number) => t('map.information.ahead', { hours: (minutes / 60).toFixed(1) });
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
      <Slider
        className="cw-time-slider"
        min={0}
        max={aheadMin}
        step={stepMin}
        value={offsetMin}
        onChange={setOffsetMin}
        marks={{ 0: ' ', 360: '6 h', 720: '12 h', 1080: '18 h', 1440: '24 h' }}
        tooltip={{ formatter: (minutes) => ahead(minutes ?? 0) }}
        ariaLabelForHandle={t('map.information.time')}
        ariaValueTextFormatterForHandle={() => at}
      />
      <span className="cw-figures cw-time-at" aria-live="polite">
        {at}
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
