import { useTranslation } from 'react-i18next';
import type { RouteWind } from '#contract/weather.ts';
import { formatAltitude } from '#domain/geo/altitude.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { useWindText, WindsBox } from './winds-aloft.tsx';

const iso = (at: number) => new Date(at).toISOString();
const km = (metres: number) => `${Math.round(metres / 1000)}`;

/** Wind and temperature of each leg at its height and time, with what of it comes from ahead and from the side. */
export function RouteWinds({ winds }: { winds: readonly RouteWind[] }) {
  const { t } = useTranslation();
  const windText = useWindText();
  const signed = (value: number | null, positive: string, negative: string) =>
    value === null ? '—' : t(value >= 0 ? positive : negative, { speed: Math.round(Math.abs(value)) });
  // What is read most stands where a phone shows it.
  const columns = ['leg', 'wind', 'temperature', 'along', 'across', 'height', 'time'];
  return (
    <WindsBox label={t('weather.winds.routeBox')}>
      <table className="cw-weather-table cw-winds" aria-label={t('weather.winds.route')}>
        <caption>{t('weather.winds.route')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`weather.winds.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="cw-figures">
          {winds.map((leg) => {
            const { part, fromM, toM, from, to, level, isHeightKnown, ground, wind, headMps, crossMps } = leg;
            const why = !level ? 'noHeight' : isHeightKnown ? 'notThere' : 'noGround';
            return (
              <tr key={`${part} ${fromM}`}>
                <th scope="row">
                  {fromM === null || toM === null ? t('weather.winds.area') : `${km(fromM)}–${km(toM)} km`}
                </th>
                {wind ? (
                  <>
                    <td>
                      {windText(wind)}
                      <div className="cw-soft">
                        {t('weather.winds.from', {
                          station: wind.station,
                          distance: `${km(wind.distanceM)} km`,
                        })}
                        {wind.isDemo && ` · ${t('weather.page.demo')}`}
                      </div>
                    </td>
                    <td>{wind.temperatureC === null ? '—' : `${Math.round(wind.temperatureC)} °C`}</td>
                    <td>{signed(headMps, 'weather.winds.head', 'weather.winds.tail')}</td>
                    <td>{signed(crossMps, 'weather.winds.right', 'weather.winds.left')}</td>
                  </>
                ) : (
                  <td colSpan={4} className="cw-soft">
                    {t(`weather.winds.${why}`)}
                  </td>
                )}
                <td>
                  {level ? formatAltitude(level) : '—'}
                  {ground.map(({ name, elevationM, distanceM }) => (
                    <div key={name} className="cw-soft cw-winds-ground">
                      {t('weather.winds.ground', {
                        place: name,
                        elevation: Math.round(elevationM),
                        distance: `${km(distanceM)} km`,
                      })}
                    </div>
                  ))}
                </td>
                <td>
                  <FlightTime at={iso((from + to) / 2)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </WindsBox>
  );
}
