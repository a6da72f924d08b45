import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AltimeterSetting } from '#contract/weather.ts';
import { pressureToAmslM } from '#domain/geo/altitude.ts';
import { formatPosition } from '#domain/geo/coordinates.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { isObject, textOf } from '#domain/text/narrow.ts';
import { send } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Facts } from './facts.tsx';
import type { FeatureCard } from './layers/map-feature.ts';
import type { MapAdditions } from './map-additions.ts';
import { TargetPlan } from './target-plan.tsx';
import { isOld, type TargetStore } from './target-store.ts';
import { bothUnits, flightLevel, kilometresPerHour, knots, zulu } from './target-text.ts';
import { useSeconds, useStoreBeat } from './use-targets.ts';

/** All that is known of the selected target, each figure with its unit and datum; its age ticks. */
export function TargetCard({
  store,
  id,
  isFollowed = false,
  onFollow,
  ofPlan,
  onCard,
  onCentre,
  onClose,
}: {
  store: TargetStore;
  id: string;
  /** The map keeps it in the middle. */
  isFollowed?: boolean;
  onFollow?: (on: boolean) => void;
  /** What may be done to the flight of the plan that it is correlated with. */
  ofPlan?: ((planId: number) => ReactNode) | undefined;
  onCard?: MapAdditions['onCard'];
  onCentre: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  useStoreBeat(store);
  const now = useSeconds();
  const view = store.get(id);
  const aircraft = useRecord(
    view?.target.icao24 ? `/api/records/aircraft?icao24=${view.target.icao24}` : null,
  );
  const altimeter = useAltimeter(view?.target);
  const plan = useRecord(view?.target.planId ? `/api/records/plan/${view.target.planId}` : null);
  if (!view) {
    return (
      <CardFrame title={id} onClose={onClose}>
        <p className="cw-card-note">{t('map.target.gone')}</p>
      </CardFrame>
    );
  }
  const { target } = view;
  const serverNow = store.serverNow(now);
  const ageS = serverNow === null ? null : Math.max(0, Math.round((serverNow - target.at) / 1000));
  const source = store.feeds().find((feed) => feed.sourceId === target.sourceId);
  const registration = textOf(aircraft?.registration);
  const unknown = '—';
  const facts: [string, string][] = [
    [t('map.target.registration'), registration ?? unknown],
    [t('map.target.icao24'), target.icao24?.toUpperCase() ?? unknown],
    [t('map.target.identity'), target.addressType ? t(`track.value.${target.addressType}`) : unknown],
    [
      t('map.target.pressureAltitude'),
      target.pressureAltitudeM === null ? unknown : `${bothUnits(target.pressureAltitudeM)} STD`,
    ],
    ...(altimeter ? altitudeByQnh(t, target.pressureAltitudeM, altimeter) : []),
    ...(target.amslAltitudeM === null
      ? []
      : [
          [t('map.target.amslAltitude'), `${bothUnits(target.amslAltitudeM)} AMSL`] satisfies [
            string,
            string,
          ],
        ]),
    [
      t('map.target.geometricAltitude'),
      target.geometricAltitudeM === null ? unknown : `${bothUnits(target.geometricAltitudeM)} WGS84`,
    ],
    [
      t('map.target.speed'),
      target.groundSpeedMps === null
        ? unknown
        : `${knots(target.groundSpeedMps)} · ${kilometresPerHour(target.groundSpeedMps)}`,
    ],
    [
      t('map.target.verticalRate'),
      target.verticalRateMps === null
        ? unknown
        : `${signed(target.verticalRateMps, 1)} m/s · ${signed((target.verticalRateMps * 60) / 0.3048, 0)} ft/min`,
    ],
    [
      t('map.target.track'),
      target.trackDeg === null ? unknown : `${String(Math.round(target.trackDeg) % 360).padStart(3, '0')}°T`,
    ],
    [t('map.target.position'), formatPosition(target, 'dm')],
    [
      t('map.target.accuracy'),
      target.accuracyM === null ? unknown : `${Math.round(target.accuracyM).toLocaleString('en-US')} m`,
    ],
    [t('map.target.source'), source ? nameIn(source, locale) : `#${target.sourceId}`],
    [t('map.target.sources'), String(target.sources)],
  ];
  return (
    <CardFrame title={targetName(view.target)} onClose={onClose} onCentre={onCentre}>
      <p className="cw-card-state">
        <span className="cw-figures" data-old={serverNow !== null && isOld(target.at, serverNow)}>
          {ageS === null ? unknown : t('map.target.age', { age: ageS })} · {zulu(target.at)}
        </span>
        {target.onGround && <span>{t('map.target.ground')}</span>}
      </p>
      {target.isCoasting && <p className="cw-card-state">{t('map.target.coastingNote')}</p>}
      {target.warning !== null && (
        <p className="cw-card-state" role="alert">
          {t(`map.target.warning.${target.warning}`)}
        </p>
      )}
      <TargetPlan
        target={target}
        planText={
          plan &&
          [textOf(plan.planNumber), typeof plan.state === 'number' ? t(`plan.state.${plan.state}`) : null]
            .filter(Boolean)
            .join(' · ')
        }
      />
      {target.planId !== null && ofPlan?.(target.planId)}
      <Facts facts={facts} />
      {onFollow && (
        <Checkbox checked={isFollowed} onChange={(event) => onFollow(event.target.checked)}>
          {t('map.card.follow')}
        </Checkbox>
      )}
      {onCard?.({
        target: { id: target.id, name: targetName(target) },
        title: [targetName(target), formatPosition(target, 'dm'), zulu(target.at)].join(' '),
        geometry: { type: 'Point', coordinates: [target.longitude, target.latitude] },
      })}
    </CardFrame>
  );
}

/** The card of something that stands still: its record's facts and the way to its page. */
export function FeatureCardPanel({
  card,
  onClose,
  children,
}: {
  card: FeatureCard;
  onClose: () => void;
  /** Above its facts. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <CardFrame title={card.title} onClose={onClose}>
      {card.subtitle && <p className="cw-card-state cw-figures">{card.subtitle}</p>}
      {children}
      <Facts facts={card.facts} />
      {card.link && (
        <p className="cw-card-note">
          <Link to={card.link}>{t('map.card.open')}</Link>
        </p>
      )}
    </CardFrame>
  );
}

function CardFrame({
  title,
  onClose,
  onCentre,
  children,
}: {
  title: string;
  onClose: () => void;
  onCentre?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className="cw-panel cw-card" aria-label={title}>
      <header className="cw-panel-title">
        <strong className="cw-figures">{title}</strong>
        <span className="cw-grow" />
        {onCentre && (
          <button
            type="button"
            className="cw-icon-button"
            aria-label={t('map.card.centre')}
            onClick={onCentre}
          >
            <AimOutlined />
          </button>
        )}
        <button type="button" className="cw-icon-button" aria-label={t('map.card.close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <div className="cw-panel-body">{children}</div>
    </section>
  );
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** Cells of the pressure that is asked for, degrees: it changes little in them. */
const qnhCellDeg = 0.1;

function altitudeByQnh(
  t: TFunction,
  pressureAltitudeM: number | null,
  { qnh, transitionAltitudeM }: AltimeterSetting,
): [string, string][] {
  if (qnh === null) return [];
  const height =
    pressureAltitudeM === null ? [] : [heightFlown(t, pressureAltitudeM, qnh.hpa, transitionAltitudeM)];
  const report = `QNH ${qnh.hpa} hPa ${qnh.station} ${zulu(qnh.observedAt)}`;
  return [[t('map.target.altitudeByQnh'), [...height, report].join(' · ')]];
}

/** Above the transition altitude pilots set 1013.25 hPa: a height by QNH is not the one that they read there. */
function heightFlown(t: TFunction, pressureAltitudeM: number, qnhHpa: number, transitionM: number): string {
  const amslM = pressureToAmslM(pressureAltitudeM, qnhHpa);
  if (amslM <= transitionM) return `${bothUnits(amslM)} AMSL`;
  return t('map.target.aboveTransition', {
    level: flightLevel(pressureAltitudeM),
    altitude: Math.round(transitionM).toLocaleString('en-US'),
  });
}

/** Pressure at mean sea level and transition altitude where a target is; null: not known yet. */
function useAltimeter(target: { latitude: number; longitude: number } | undefined): AltimeterSetting | null {
  const cell = (degrees: number) => Math.round(degrees / qnhCellDeg) * qnhCellDeg;
  const place = target && { latitude: cell(target.latitude), longitude: cell(target.longitude) };
  const { data } = useQuery({
    queryKey: ['weather', 'qnh', place?.latitude, place?.longitude],
    queryFn: place ? () => callService('Weather', 'GetQnh', place) : skipToken,
    staleTime: 5 * 60_000,
    placeholderData: (before) => before,
    retry: false,
  });
  return data ?? null;
}

/**
 * One record of the records endpoint, or the first of a list; null while loading, where there is none, or no
 * right to it.
 */
function useRecord(path: string | null): Record<string, unknown> | null {
  const [record, setRecord] = useState<Record<string, unknown> | null>(null);
  useEffect(() => {
    setRecord(null);
    if (!path) return;
    const running = new AbortController();
    send(path, { signal: running.signal }).then(
      ({ status, body }) => {
        const found: unknown = Array.isArray(body) ? body[0] : body;
        if (status === 200 && isObject(found)) setRecord(found);
      },
      // The card says what the target itself told; the rest stays a dash.
      () => undefined,
    );
    return () => running.abort();
  }, [path]);
  return record;
}
