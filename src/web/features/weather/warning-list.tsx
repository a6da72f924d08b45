import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WarningReport } from '#contract/weather.ts';
import { heightText, movementText, warningPhenomenon } from '#domain/weather/words.ts';
import { useLocale } from '#web/client/locale.ts';
import { FlightSpan, useNow } from '#web/ui/flight-time.tsx';

const iso = (at: number) => new Date(at).toISOString();

/** SIGMET, AIRMET and advisories with height and movement; `chosen`: brought into view, by its number. */
export function WarningList({
  warnings,
  chosen = null,
}: {
  warnings: readonly WarningReport[];
  chosen?: number | null;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow(30_000);
  const box = useRef<HTMLUListElement>(null);
  useEffect(() => {
    box.current?.querySelector('[data-chosen="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <ul ref={box} className="cw-warnings">
      {warnings.map(({ id, raw, decoded, isDemo, isWholeRegion }) => {
        const { kind, sequence, fir, phenomenon, movement, intensity, validFrom, validTo } = decoded;
        const isNow = now >= validFrom && now < validTo;
        return (
          <li key={id} data-chosen={id === chosen} data-kind={kind}>
            <header>
              <strong>{[t(`weather.areaKind.${kind}`), sequence, fir].filter(Boolean).join(' ')}</strong>
              <span className="cw-warning-state" data-now={isNow}>
                {t(isNow ? 'weather.page.inForce' : 'weather.page.later')}
              </span>
              {isDemo && <span className="cw-soft">{t('weather.page.demo')}</span>}
            </header>
            <p>
              <strong>{phenomenon ? warningPhenomenon(phenomenon, locale) : ''}</strong>{' '}
              {(decoded.lower || decoded.upper) && (
                <span className="cw-figures">{heightText(decoded, locale)}</span>
              )}{' '}
              {isWholeRegion && <span>{t('weather.route.wholeRegion')} </span>}
              {movement && movementText(movement, locale)}{' '}
              {intensity && <span className="cw-soft">{t(`weather.intensity.${intensity}`)}</span>}
            </p>
            <p>
              <FlightSpan from={iso(validFrom)} to={iso(validTo)} />
            </p>
            <pre className="cw-weather-raw">{raw}</pre>
          </li>
        );
      })}
    </ul>
  );
}
