import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wallDigits, zoneLabel } from '#web/client/clock.ts';
import { useHubState } from '#web/client/hub.ts';
import './playback.css';
import { pressedKey } from '#web/ui/composing.ts';

/** So far back the live map goes. */
export const pastMs = 6 * 3_600_000;
const stepMs = 10_000;

/** Below the live map: the last hours as a line whose end is now; what is chosen on it turns the map into that moment. */
export function LastHours({ onPast }: { onPast: (at: number) => void }) {
  const { t } = useTranslation();
  const [value, setValue] = useState(0);
  const isLive = !['lost', 'reconnecting'].includes(useHubState('instant'));
  const choose = () => {
    if (value < 0) onPast(Date.now() + value);
  };
  return (
    <div className="last-hours">
      <span className="cw-soft">{t('playback.hoursAgo', { hours: pastMs / 3_600_000 })}</span>
      <input
        type="range"
        aria-label={t('playback.lastHours')}
        aria-valuetext={value === 0 ? t('playback.live') : wallDigits(Date.now() + value).slice(11, 16)}
        min={-pastMs}
        max={0}
        step={stepMs}
        value={value}
        onChange={(event) => setValue(Number(event.target.value))}
        onPointerUp={choose}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter') choose();
        }}
      />
      <output className="cw-figures">
        {value === 0
          ? isLive
            ? `● ${t('playback.live')}`
            : `○ ${t('playback.notLive')}`
          : `${wallDigits(Date.now() + value).slice(11, 19)} ${zoneLabel(Date.now() + value)}`}
      </output>
    </div>
  );
}
