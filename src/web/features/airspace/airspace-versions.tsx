import { Tag } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AirspaceVersionView } from '#contract/airspace/airspace-output.ts';
import { versionAt } from '#domain/airspace/versions.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { listText } from '#domain/text/list-text.ts';
import { instantAt, today } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { DayPicker } from '#web/ui/pickers.tsx';
import { useAirspacePlaceOf } from './airspace-place.ts';

interface Props {
  versions: AirspaceVersionView[];
  /** Number of the version that is shown on the map; null: the one in force now. */
  shown: number | null;
  onShow: (version: AirspaceVersionView | null) => void;
}

/** What the airspace was and will be: a day picks the version in force, a row shows it. */
export function AirspaceVersions({ versions, shown, onShow }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const placeOf = useAirspacePlaceOf();
  const [day, setDay] = useState<Dayjs | null>(null);
  const pick = (next: Dayjs | null) => {
    setDay(next);
    if (!next) return onShow(null);
    // Noon of that day on the service's wall.
    const at = instantAt(`${next.format('YYYY-MM-DD')}T12:00`);
    onShow(versionAt(versions, at));
  };
  const nothing = day !== null && shown === null;
  return (
    <>
      <div className="cw-bar">
        <span>{t('airspace.version.on')}</span>
        <DayPicker
          value={day}
          aria-label={t('airspace.version.on')}
          onChange={(next) => pick(next)}
          presets={[{ label: t('airspace.version.today'), value: dayjs(today()) }]}
        />
        {nothing && <span role="status">{t('airspace.version.nothing')}</span>}
      </div>
      <ol className="airspace-found" style={{ marginTop: 8 }}>
        {[...versions].reverse().map((version) => (
          <li key={version.id} aria-current={version.number === shown ? 'true' : undefined}>
            <div className="cw-bar">
              <strong>{t('airspace.version.number', { number: version.number })}</strong>
              {version.current && <Tag className="cw">{t('airspace.version.current')}</Tag>}
              {version.number === shown && <Tag className="cw">{t('airspace.version.shown')}</Tag>}
              <span className="cw-grow" />
              <button type="button" className="cw-link" onClick={() => onShow(version)}>
                {t('airspace.version.show')}
              </button>
            </div>
            <div>
              <FlightTime at={version.effectiveFrom} year /> –{' '}
              {version.effectiveTo ? (
                <FlightTime at={version.effectiveTo} year />
              ) : (
                t('airspace.version.open')
              )}
            </div>
            <div className="cw-figures">{formatLimits(version.lower, version.upper)}</div>
            {version.changed.length > 0 && (
              <div className="plan-soft">
                {t('airspace.version.changed', { fields: listText(version.changed.map(placeOf), locale) })}
              </div>
            )}
            {(version.reason || version.authorName) && (
              <div className="plan-soft">
                {[version.authorName, version.reason].filter(Boolean).join(' · ')}
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
