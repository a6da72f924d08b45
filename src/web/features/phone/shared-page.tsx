import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedThing } from '#contract/share.ts';
import { figuresOf } from '#domain/surveillance/recording/track-figures.ts';
import { localText, timesText } from '#web/client/clock.ts';
import { errorText } from '#web/client/error-text.ts';
import { useLocale } from '#web/client/locale.ts';
import { unpackMinutes } from '#web/features/playback/recorded-sky.ts';
import { Facts } from '#web/map/facts.tsx';
import { FlatMap } from '#web/map/flat-map.tsx';
import { everywhere } from '#web/map/map-view.ts';
import { MovingTargets } from '#web/map/moving-targets.tsx';
import { boundsOf, FitTo } from '#web/map/plan-map.tsx';
import { isOld, type TargetStore } from '#web/map/target-store.ts';
import { bothUnits, kilometresPerHour, knots, shortAltitude, zulu } from '#web/map/target-text.ts';
import { useSeconds, useStoreBeat } from '#web/map/use-targets.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { Splash } from '#web/ui/splash.tsx';
import { LinkOver } from './link-over.tsx';
import { factsOfShared, featuresOf } from './shared-features.ts';
import { isOver, useShared, useSharedTarget } from './use-shared.ts';
import './phone.css';

/** What the ticket of a share link shows: one plan, airspace or track on a map, and its facts. Nothing else is asked for. */
export function SharedPage({ ticket }: { ticket: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useShared(ticket);
  const { store, over } = useSharedTarget(ticket, data);
  if (over || isOver(error)) return <LinkOver />;
  if (error && !data) {
    return (
      <PlainPage sign="!" title={t('share.openFailed')} text={errorText(error, t)}>
        <button type="button" className="cw-button" onClick={() => void refetch()}>
          {t('shell.retry')}
        </button>
        <LanguageSwitch />
      </PlainPage>
    );
  }
  if (!data) return <Splash />;
  return <Shown shared={data} store={store} />;
}

function Shown({ shared, store }: { shared: SharedThing; store: TargetStore }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { title, kind, sharedBy, expiresAt, track } = shared;
  const features = useMemo(() => featuresOf(shared, locale), [shared, locale]);
  const groups = useMemo(() => [{ id: 'shared', features }], [features]);
  const bounds = useMemo(
    () =>
      boundsOf([
        ...features.map(({ geometry }) => geometry),
        ...(track?.target
          ? [
              {
                type: 'Point' as const,
                coordinates: [track.target.longitude, track.target.latitude],
              },
            ]
          : []),
      ]),
    [features, track],
  );
  useEffect(() => {
    document.title = `${title} - ${t('shell.product')}`;
  }, [title, t]);
  return (
    <main className="share-page">
      <header className="share-head">
        <h1>
          {t(`share.kind.${kind}`)} <span className="cw-figures">{title}</span>
        </h1>
        <p>
          {t('share.by', { name: sharedBy })} ·{' '}
          <span className="cw-figures">{t('share.until', { at: localText(expiresAt) })}</span>
        </p>
        <LanguageSwitch />
      </header>
      <div className="share-map">
        <FlatMap label={title} view={everywhere} groups={groups}>
          <FitTo bounds={bounds} />
          {track && <MovingTargets store={store} selectedId={track.track} />}
        </FlatMap>
      </div>
      <div className="share-facts">
        {factsOfShared(shared, locale).map((part) => (
          <Part key={part.title} title={part.title}>
            <Facts facts={part.facts} />
          </Part>
        ))}
        {track && track.to === null && <LiveFacts id={track.track} store={store} />}
        {track && track.to !== null && <FlownFacts track={track} />}
      </div>
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      {title !== '' && <h2 className="cw-figures">{title}</h2>}
      {children}
    </section>
  );
}

/** Where it is now, and how old that is. */
function LiveFacts({ id, store }: { id: string; store: TargetStore }) {
  const { t } = useTranslation();
  useStoreBeat(store);
  const now = useSeconds();
  const target = store.get(id)?.target;
  const serverNow = store.serverNow(now);
  if (!target) return <p role="status">{t('share.notSeen')}</p>;
  const ageS = serverNow === null ? null : Math.max(0, Math.round((serverNow - target.at) / 1000));
  return (
    <>
      <p
        role="status"
        className="cw-figures share-age"
        data-old={serverNow !== null && isOld(target.at, serverNow)}
      >
        {ageS === null ? zulu(target.at) : `${t('map.target.age', { age: ageS })} · ${zulu(target.at)}`}
      </p>
      <Facts
        facts={[
          [t('share.height'), target.onGround ? t('map.target.ground') : shortAltitude(target) || '—'],
          [
            t('map.target.speed'),
            target.groundSpeedMps === null
              ? '—'
              : `${knots(target.groundSpeedMps)} · ${kilometresPerHour(target.groundSpeedMps)}`,
          ],
        ]}
      />
    </>
  );
}

function FlownFacts({ track }: { track: NonNullable<SharedThing['track']> }) {
  const { t } = useTranslation();
  const figures = useMemo(() => figuresOf(unpackMinutes(track.minutes)), [track]);
  if (!figures) return <p role="status">{t('playback.none')}</p>;
  const { from, to, distanceM, minPressureAltitudeM: low, maxPressureAltitudeM: high } = figures;
  return (
    <Facts
      facts={[
        [t('playback.heard'), timesText(new Date(from).toISOString(), new Date(to).toISOString())],
        [t('playback.distance'), `${(distanceM / 1000).toFixed(1)} km`],
        [
          t('playback.heights'),
          low === null || high === null ? '—' : `${bothUnits(low)} – ${bothUnits(high)} STD`,
        ],
      ]}
    />
  );
}
