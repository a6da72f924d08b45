import { Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AirPicture, MeetingRoom, OtherRoom, OwnRoom } from '#contract/map.ts';
import type { TerrainProfile } from '#contract/terrain.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { within } from '#domain/time/interval.ts';
import { localText, timesText, zoneLabel } from '#web/client/clock.ts';
import { DatumChoice, useSectionDatum } from '#web/map/section-datum.tsx';
import { commonRibbon, knownStretches, type RibbonPoint, ribbonOver } from '#web/map/section-ground.ts';
import { columnOn, type GroundRange, ticksUpTo, topOf } from '#web/map/section-scale.ts';
import { useGroundBelow, useTerrainProfile } from '#web/map/use-ground.ts';
import { groundText } from '#web/map/vertical-section.tsx';
import { wordOf } from './air-features.ts';
import './air-section.css';

/** From where to where across the section: metres along a route, or UTC ms. */
interface Across {
  from: number;
  to: number;
}

interface Met {
  room: OtherRoom;
  meeting: MeetingRoom;
  across: Across[];
}

const overlaps = ({ room, meeting }: Met) => room.inTheWay && meeting.height !== 'apart';
const order = { plan: 0, notice: 1, notam: 2, airspace: 3 };

/**
 * The vertical section of a document among what it meets: along the route in kilometres, of an area in time. What takes the same
 * air is hatched; heights of another datum are a whole column, since nobody knows where in it they lie. Each thing has a number
 * there and a line below.
 */
export function AirSection({ picture, height = 170 }: { picture: AirPicture; height?: number }) {
  const { t } = useTranslation();
  const [part, setPart] = useState(0);
  const own = picture.own.find((one) => one.part === part) ?? picture.own[0];
  if (!own) return null;
  return (
    <figure className="cw-airsection" aria-label={t('map.section.title')}>
      {picture.own.length > 1 && (
        <Segmented
          size="small"
          aria-label={t('map.air.sortie')}
          value={own.part}
          onChange={setPart}
          options={picture.own.map((one) => ({ value: one.part, label: `${one.part + 1} ${one.label}` }))}
        />
      )}
      <OneSection key={own.part} own={own} picture={picture} height={height} />
    </figure>
  );
}

function OneSection({ own, picture, height }: { own: OwnRoom; picture: AirPicture; height: number }) {
  const { t } = useTranslation();
  const id = useId();
  const isRoute = own.lengthM !== null;
  const along = useTerrainProfile(isRoute ? own.geometry : null);
  const below = useGroundBelow(isRoute ? [] : [own.geometry], own.marginM);
  const profile = along.data?.items ?? [];
  const stretches = knownStretches(profile);
  const groundRange = isRoute ? rangeOf(profile) : (below.data?.ground ?? null);
  const whole = acrossOf(own);
  const met = metBy(own, picture.others, whole);
  const limits = [own, ...met.map(({ room }) => room)];
  const scale = useSectionDatum([own], limits, groundRange !== null || stretches.length > 0);
  const { datum } = scale;
  const ownColumn = columnOn(own, datum, groundRange);
  const columns = met.map(({ room }) => columnOn(room, datum, groundRange));
  const all = topOf([ownColumn, ...columns]);
  const isDrawn = datum === 'AMSL';
  const peakM = isDrawn
    ? Math.max(0, groundRange?.highest ?? 0, ...stretches.flat().map(({ elevationM }) => elevationM))
    : 0;
  // What goes far above leaves room for what is asked about.
  const topM = Math.max(
    ownColumn.kind === 'exact' ? Math.min(all, 2.2 * topOf([ownColumn])) : all,
    1.15 * peakM,
  );
  const share = (value: number) => Math.max(0, Math.min(1, value));
  const x = ({ from, to }: Across) => {
    const at = (value: number) => share((value - whole.from) / (whole.to - whole.from || 1));
    return { left: `${100 * at(from)}%`, width: `max(2px, ${100 * (at(to) - at(from))}%)` };
  };
  const y = (fromM: number | null, toM: number | null) => {
    const [bottom, top] = [share((fromM ?? 0) / topM), share((toM ?? topM) / topM)];
    return { bottom: `${100 * bottom}%`, height: `max(3px, ${100 * (top - bottom)}%)` };
  };
  /** Along a route above ground that is known a volume follows it; elsewhere it is a block. */
  const ribbon = (limits: { lower: OwnRoom['lower']; upper: OwnRoom['upper'] }, across: Across) =>
    isRoute && isDrawn ? ribbonOver(limits, across, profile) : null;
  const path = (points: readonly RibbonPoint[]) => {
    const px = (atM: number) => share((atM - whole.from) / (whole.to - whole.from || 1));
    const py = (m: number | null) => 1 - share((m ?? topM) / topM);
    return [
      ...points.map(({ atM, toM }) => [px(atM), py(toM)]),
      ...[...points].reverse().map(({ atM, fromM }) => [px(atM), py(fromM)]),
    ];
  };
  const ownAcross: Across[] = own.lengthM === null ? own.times.map(msOf) : [whole];
  return (
    <>
      <div className="cw-bar cw-airsection-head">
        <DatumChoice {...scale} />
        <span className="cw-soft">{t(own.lengthM === null ? 'map.air.byTime' : 'map.air.byDistance')}</span>
        <span>
          <span className="cw-airsection-swatch" data-tone="conflict" aria-hidden="true" />{' '}
          {t('map.air.overlap')}
        </span>
        <span>
          <span className="cw-airsection-swatch" data-tone="unknown" aria-hidden="true" />{' '}
          {t('map.air.otherDatum')}
        </span>
      </div>
      <div className="cw-airsection-plot cw-figures" style={{ height }} aria-hidden="true">
        {ticksUpTo(topM, datum).map(({ atM, text }) => (
          <span key={text} className="cw-airsection-level" style={{ bottom: `${(100 * atM) / topM}%` }}>
            <span className="cw-airsection-figure">{text}</span>
          </span>
        ))}
        <div className="cw-airsection-air">
          {met.flatMap(({ room, across }, index) => {
            const column = columns[index];
            if (!column) return [];
            return across.map((one) => {
              const key = `${keyOf(room)} ${one.from}`;
              const points = ribbon(room, one);
              if (points) {
                return <Ribbon key={key} tone={room.resource} name={String(index + 1)} path={path(points)} />;
              }
              return (
                <span
                  key={key}
                  className="cw-airsection-room"
                  data-tone={room.resource}
                  data-kind={column.kind}
                  style={{
                    ...x(one),
                    ...(column.kind === 'exact' ? y(column.fromM, column.toM) : y(0, null)),
                  }}
                >
                  <b className="cw-airsection-name">{index + 1}</b>
                </span>
              );
            });
          })}
          {ownAcross.map((one) => {
            const points = ribbon(own, one);
            if (points) return <Ribbon key={one.from} tone="own" name={own.label} path={path(points)} />;
            return (
              <span
                key={one.from}
                className="cw-airsection-room"
                data-tone="own"
                data-kind={ownColumn.kind}
                style={{
                  ...x(one),
                  ...(ownColumn.kind === 'exact' ? y(ownColumn.fromM, ownColumn.toM) : y(0, null)),
                }}
              >
                <b className="cw-airsection-name" data-own={true}>
                  {own.label}
                </b>
              </span>
            );
          })}
          {isDrawn && isRoute && (
            <Ground
              known={stretches.map((stretch) =>
                path(stretch.map(({ atM, elevationM }) => ({ atM, fromM: 0, toM: elevationM }))),
              )}
              hasGaps={stretches.length > 0 && groundRange === null}
            />
          )}
          {isDrawn && !isRoute && groundRange && (
            <Ground
              known={[path(flat(whole, groundRange.lowest)), path(flat(whole, groundRange.highest))]}
              hasGaps={false}
            />
          )}
          {met.filter(overlaps).flatMap((one) => {
            const column = columns[met.indexOf(one)];
            const both = one.across.flatMap((a) => ownAcross.flatMap((b) => within(a, b) ?? []));
            const followed = both.map((stretch) => ({
              stretch,
              own: ribbon(own, stretch),
              other: ribbon(one.room, stretch),
            }));
            if (followed.length > 0 && followed.every((each) => each.own && each.other)) {
              return followed.flatMap(({ stretch, own: mine, other }) => {
                const common = mine && other && commonRibbon(mine, other);
                return common
                  ? [
                      <Ribbon
                        key={`${keyOf(one.room)} ${stretch.from}`}
                        tone="conflict"
                        path={path(common)}
                      />,
                    ]
                  : [];
              });
            }
            if (column?.kind !== 'exact' || ownColumn.kind !== 'exact') return [];
            const fromM = Math.max(column.fromM, ownColumn.fromM);
            const toM = Math.min(column.toM ?? topM, ownColumn.toM ?? topM);
            if (fromM >= toM) return [];
            return both.map((stretch) => (
              <span
                key={`${keyOf(one.room)} ${stretch.from}`}
                className="cw-airsection-room"
                data-tone="conflict"
                style={{ ...x(stretch), ...y(fromM, toM) }}
              />
            ));
          })}
        </div>
      </div>
      <div className="cw-airsection-ends cw-figures" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>{endText(own, whole.from + share * (whole.to - whole.from), share === 1)}</span>
        ))}
      </div>
      {met.length === 0 ? (
        <p className="cw-soft">{t('map.air.alone')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
        <ol className="cw-airsection-list" aria-labelledby={id} tabIndex={0}>
          {met.map((one) => (
            <li key={keyOf(one.room)} data-overlaps={overlaps(one)}>
              <strong>{one.room.label}</strong> <span className="cw-soft">{wordOf(one.room, t)}</span>{' '}
              <span className="cw-figures">
                {formatLimits(one.room.lower, one.room.upper)} · {whereText(one, t)}
              </span>{' '}
              <em>{heightText(one, t)}</em>
            </li>
          ))}
        </ol>
      )}
      <figcaption id={id} className="cw-soft">
        {t('map.air.scale', {
          unit: t(datum === 'STD' ? 'map.air.levels' : 'map.air.metres'),
          datum: t(`map.section.datum.${datum}`),
        })}{' '}
        {isRoute
          ? alongText({ profile: along.data, failed: along.isError, isDrawn, range: groundRange }, t)
          : below.data
            ? groundText(below.data, t)
            : below.isError && t('map.ground.failed')}
      </figcaption>
    </>
  );
}

/** A volume whose limits follow the ground. Places are shares of the plot, from its top left corner. */
function Ribbon({ tone, name, path }: { tone: string; name?: string; path: readonly number[][] }) {
  const points = path.map(([x = 0, y = 0]) => `${100 * x}% ${100 * y}%`).join(', ');
  const [middle = [0, 0]] = path.slice(tone === 'own' ? Math.floor(path.length / 4) : 0);
  return (
    <>
      <span
        className="cw-airsection-room"
        data-tone={tone}
        data-kind="ribbon"
        style={{ clipPath: `polygon(${points})` }}
      />
      {tone !== 'conflict' && <Outline tone={tone} path={path} />}
      {name !== undefined && (
        <b
          className="cw-airsection-name"
          data-tone={tone}
          style={{ left: `${100 * (middle[0] ?? 0)}%`, top: `${100 * (middle[1] ?? 0)}%` }}
        >
          {name}
        </b>
      )}
    </>
  );
}

function Outline({ tone, path }: { tone: string; path: readonly number[][] }) {
  return (
    <svg className="cw-airsection-outline" data-tone={tone} viewBox="0 0 1 1" preserveAspectRatio="none">
      <title>{tone}</title>
      <polygon points={path.map((point) => point.join(',')).join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Ground({ known, hasGaps }: { known: number[][][]; hasGaps: boolean }) {
  return (
    <>
      {hasGaps && <span className="cw-airsection-gaps" />}
      {known.map((path) => (
        <Outline key={path.join(' ')} tone="ground" path={path} />
      ))}
    </>
  );
}

const flat = ({ from, to }: Across, elevationM: number): RibbonPoint[] =>
  [from, to].map((atM) => ({ atM, fromM: 0, toM: elevationM }));

/** Null where any of it is not known. */
function rangeOf(profile: TerrainProfile['items']): GroundRange {
  const heights = profile.flatMap(({ elevationM }) => elevationM ?? []);
  return heights.length === 0 || heights.length < profile.length
    ? null
    : { lowest: Math.min(...heights), highest: Math.max(...heights) };
}

function alongText(
  {
    profile,
    failed,
    isDrawn,
    range,
  }: { profile: TerrainProfile | undefined; failed: boolean; isDrawn: boolean; range: GroundRange },
  t: TFunction,
): string {
  if (failed) return t('map.ground.failed');
  if (!profile) return '';
  if (!profile.installed) return t('map.ground.none');
  const heights = profile.items.flatMap(({ elevationM }) => elevationM ?? []);
  if (heights.length === 0) return t('map.ground.unknown');
  if (!isDrawn) return t('map.ground.otherScale');
  const text = t('map.ground.line', { highest: Math.round(Math.max(...heights)) });
  return range ? text : `${text} ${t('map.ground.partly')}`;
}

const keyOf = ({ resource, id, label, times }: OtherRoom) => `${resource} ${id} ${label} ${times[0]?.from}`;
const msOf = ({ from, to }: { from: string; to: string }): Across => ({
  from: Date.parse(from),
  to: Date.parse(to),
});

function acrossOf({ lengthM, times }: OwnRoom): Across {
  if (lengthM !== null) return { from: 0, to: lengthM };
  return {
    from: Math.min(...times.map(({ from }) => Date.parse(from))),
    to: Math.max(...times.map(({ to }) => Date.parse(to))),
  };
}

/** What a part meets, those in its way first; a flight information region is everywhere, and says nothing here. */
function metBy(own: OwnRoom, others: readonly OtherRoom[], whole: Across): Met[] {
  const met = others.flatMap((room): Met[] => {
    const meeting = room.meets.find(({ part }) => part === own.part);
    if (!meeting || room.kind === 'fir') return [];
    const across =
      meeting.along && own.lengthM !== null
        ? meeting.along.map(({ fromM, toM }) => ({ from: fromM, to: toM }))
        : room.times.flatMap((time) => within(msOf(time), whole) ?? []);
    return [{ room, meeting, across }];
  });
  const rank = (one: Met) => Number(!overlaps(one)) * 10 + order[one.room.resource];
  return met.sort((a, b) => rank(a) - rank(b));
}

function endText(own: OwnRoom, at: number, last: boolean): string {
  if (own.lengthM !== null) return `${(at / 1000).toFixed(own.lengthM < 20_000 ? 1 : 0)}${last ? ' km' : ''}`;
  const text = localText(new Date(at).toISOString());
  const days =
    own.times.length > 1 ||
    Date.parse(own.times[0]?.to ?? '') - Date.parse(own.times[0]?.from ?? '') > 86_400_000;
  return `${days ? text.slice(5, 16) : text.slice(11, 16)}${last ? ` ${zoneLabel(at)}` : ''}`;
}

function whereText({ meeting, room }: Met, t: TFunction): string {
  if (!meeting.along) return timesText(meeting.from, meeting.to);
  const km = (m: number) => (m / 1000).toFixed(1);
  const stretches = meeting.along.map(({ fromM, toM }) => `${km(fromM)}–${km(toM)} km`).join(', ');
  return [stretches || t('map.air.beside'), room.inTheWay ? timesText(meeting.from, meeting.to) : '']
    .filter(Boolean)
    .join(' · ');
}

function heightText(one: Met, t: TFunction): string {
  if (one.meeting.height === 'apart') return t('map.air.apart');
  if (one.meeting.height === 'unknown') return t('map.air.unknown');
  return t(one.room.inTheWay ? 'map.air.overlaps' : 'map.air.inside');
}
