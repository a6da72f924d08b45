import { useTranslation } from 'react-i18next';
import { type RunwayEnd, type RunwayWind, runwayWinds } from '#domain/weather/runway-wind.ts';
import type { Wind } from '#domain/weather/weather.ts';
import { windText } from '#domain/weather/words.ts';
import { useLocale } from '#web/client/locale.ts';
import './weather.css';

const half = 90;
const runwayPx = 62;
/** Less is 0.0 as it is shown, m/s. */
const least = 0.05;

/** Wind against the runways, as a picture (north up) and in figures. */
export function RunwayWindView({ wind, runways }: { wind: Wind | null; runways: readonly RunwayEnd[] }) {
  const { t } = useTranslation();
  if (!wind) return <p className="cw-note">{t('weather.page.noWind')}</p>;
  const winds = runwayWinds(wind, runways);
  return (
    <div className="cw-runway-wind">
      <Picture wind={wind} runways={runways} />
      {winds.length === 0 ? (
        <p className="cw-note">{t('weather.page.noRunways')}</p>
      ) : (
        <RunwayWindTable winds={winds} />
      )}
    </div>
  );
}

function Picture({ wind, runways }: { wind: Wind; runways: readonly RunwayEnd[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const said = windText(wind, locale);
  const names = runways.map(({ designator }) => designator).join(', ');
  return (
    <svg
      className="cw-runway-picture"
      viewBox={`${-half - 10} ${-half - 10} ${2 * half + 20} ${2 * half + 20}`}
      role="img"
      aria-label={t('weather.page.windPicture', { wind: said, runways: names })}
    >
      <circle r={half - 8} className="cw-wind-ring" />
      {['N', 'E', 'S', 'W'].map((point, index) => (
        <text key={point} className="cw-wind-point" {...at(index * 90, half + 1)}>
          {point}
        </text>
      ))}
      {parallel(runways).map(({ designator, headingDeg }) => (
        <g key={designator}>
          <line {...between(headingDeg, 0, headingDeg, -runwayPx)} className="cw-wind-runway" />
          {/* The number stands at the end where the landing begins. */}
          <text className="cw-wind-designator" {...at(headingDeg + 180, runwayPx + 9)}>
            {designator}
          </text>
        </g>
      ))}
      {wind.variableDeg && <Sector from={wind.variableDeg[0]} to={wind.variableDeg[1]} />}
      {wind.directionDeg !== null && wind.speedMps > 0 && (
        <g transform={`rotate(${wind.directionDeg})`} className="cw-wind-arrow">
          <line x1={0} y1={-half + 8} x2={0} y2={-14} />
          <path d="M 0 -6 L -7 -20 L 7 -20 Z" />
        </g>
      )}
    </svg>
  );
}

/** Runways side by side are one line, under both of their names. */
function parallel(runways: readonly RunwayEnd[]): RunwayEnd[] {
  const found = new Map<number, RunwayEnd>();
  for (const end of runways) {
    const key = Math.round(end.headingDeg);
    const known = found.get(key);
    found.set(key, known ? { ...known, designator: `${known.designator} ${end.designator}` } : end);
  }
  return [...found.values()];
}

/** The sector in which the direction varies. */
function Sector({ from, to }: { from: number; to: number }) {
  const width = (((to - from) % 360) + 360) % 360;
  const [a, b] = [at(from, half - 8), at(from + width, half - 8)];
  const large = width > 180 ? 1 : 0;
  const arc = `M 0 0 L ${a.x} ${a.y} A ${half - 8} ${half - 8} 0 ${large} 1 ${b.x} ${b.y} Z`;
  return <path d={arc} className="cw-wind-sector" />;
}

/** Where a bearing leads, north up. */
function at(bearingDeg: number, px: number): { x: number; y: number } {
  const angle = (bearingDeg * Math.PI) / 180;
  return { x: Math.round(px * Math.sin(angle) * 10) / 10, y: Math.round(-px * Math.cos(angle) * 10) / 10 };
}

function between(aDeg: number, aPx: number, bDeg: number, bPx: number) {
  const [a, b] = [at(aDeg, aPx), at(bDeg, bPx)];
  return { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
}

/** Head or tail wind and cross wind of each runway direction; with gusts where they are reported. */
export function RunwayWindTable({ winds }: { winds: readonly RunwayWind[] }) {
  const { t } = useTranslation();
  const figure = (mps: number | null) => (mps === null ? '—' : `${mps.toFixed(1)} m/s`);
  const side = (from: RunwayWind['crossFrom']) => (from === null ? '' : ` ${t(`weather.page.${from}`)}`);
  const along = ({ headMps, tailMps, gustTailMps }: RunwayWind): string => {
    const head = headMps !== null && headMps >= least ? figure(headMps) : null;
    // A direction that varies may give both.
    if (tailMps < least && (gustTailMps ?? 0) < least) return head ?? figure(0);
    const gusts =
      gustTailMps !== null && gustTailMps >= least
        ? ` (${t('weather.page.gusting', { speed: figure(gustTailMps) })})`
        : '';
    const tail = `${t('weather.page.tail')} ${figure(tailMps)}${gusts}`;
    return head === null ? tail : `${head} · ${tail}`;
  };
  return (
    <table className="cw-weather-table">
      <thead>
        <tr>
          {['runway', 'head', 'cross', 'gusts'].map((name) => (
            <th scope="col" key={name}>
              {t(`weather.page.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {winds.map((one) => (
          <tr key={one.designator}>
            <th scope="row" className="cw-figures">
              {one.designator}
            </th>
            <td className="cw-figures" data-tail={one.tailMps >= least}>
              {along(one)}
            </td>
            <td className="cw-figures">
              {`${figure(one.crossMps)}${one.crossMps < least ? '' : side(one.crossFrom)}`}
            </td>
            <td className="cw-figures">{figure(one.gustCrossMps)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
