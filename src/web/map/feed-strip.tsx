import { useTranslation } from 'react-i18next';
import type { Text } from '#domain/text/errors.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { withSuffix } from '#domain/text/numbers.ts';
import type { HubState } from '#web/client/hub.ts';
import { useLocale } from '#web/client/locale.ts';
import { feedAge, silenceS, type TargetStore } from './target-store.ts';
import { zulu } from './target-text.ts';
import { useSeconds, useStoreBeat } from './use-targets.ts';

interface FeedStripProps {
  store: TargetStore;
  hub: HubState;
  /** Says how the connection stands too: for a wall, which has no bottom bar. */
  connection?: boolean;
}

/** The age of each feed, ticking, at the foot of the map. */
export function FeedStrip({ store, hub, connection = false }: FeedStripProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const worded = ({ key, values }: Text) => t(key, { ...values });
  useStoreBeat(store);
  const now = useSeconds();
  const serverNow = store.serverNow(now);
  const feeds = store.feeds();
  const silent = silenceS(hub, store.lastWord(), store.openedMs, now) !== null;
  const speaks = hub === 'connected' && !silent;
  return (
    <ul className="cw-feeds cw-figures" aria-label={t('map.feeds')}>
      {connection && (
        <li data-state={speaks ? 'live' : 'dead'}>
          <span aria-hidden="true">{speaks ? '●' : '○'}</span>{' '}
          {t(silent ? 'map.hub.silent' : `map.hub.${hub}`)}
        </li>
      )}
      {feeds.map((feed) => {
        const { ageS, dead } = feedAge(feed, serverNow ?? 0);
        const live = !dead && serverNow !== null && speaks;
        return (
          <li key={feed.sourceId} data-state={live ? 'live' : 'dead'}>
            <span aria-hidden="true">{live ? '●' : '✕'}</span> {nameIn(feed, locale)}{' '}
            <span className="cw-feed-age">
              {feed.fault
                ? worded(feed.fault)
                : ageS === null
                  ? t('map.feed.never')
                  : t('map.feed.age', { age: age(ageS) })}
            </span>{' '}
            <span className="cw-feed-rate">
              {t('map.feed.rate', { rate: withSuffix(Math.round(feed.recordsPerSecond)) })}
            </span>
          </li>
        );
      })}
      {serverNow !== null && speaks && feeds.length === 0 && <li data-state="none">{t('map.feed.none')}</li>}
    </ul>
  );
}

/** Covers the top of the map where what it shows is not true; `more` are further lines to the same end. */
export function FeedBanner({
  store,
  hub,
  more = [],
}: {
  store: TargetStore;
  hub: HubState;
  more?: readonly string[];
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const worded = ({ key, values }: Text) => t(key, { ...values });
  useStoreBeat(store);
  const now = useSeconds();
  const serverNow = store.serverNow(now);
  const lines: string[] = [...more];
  const lastWord = store.lastWord();
  const quietS = silenceS(hub, lastWord, store.openedMs, now);
  if (hub === 'reconnecting' || hub === 'lost') {
    const since = lastWord && t('map.banner.lastPicture', { time: zulu(lastWord.serverMs) });
    lines.push([t(`map.banner.${hub}`), since].filter(Boolean).join(' '));
  } else if (quietS !== null) {
    lines.push(
      lastWord
        ? t('map.banner.silent', { age: age(quietS), time: zulu(lastWord.serverMs) })
        : t('map.banner.neverSpoke', { age: age(quietS) }),
    );
  } else if (serverNow !== null) {
    for (const feed of store.feeds()) {
      const { ageS, dead } = feedAge(feed, serverNow);
      const name = nameIn(feed, locale);
      if (feed.fault) lines.push(t('map.banner.feedFault', { name, fault: worded(feed.fault) }));
      if (feed.fault || !dead) continue;
      lines.push(
        ageS === null || feed.lastAt === null
          ? t('map.banner.feedNever', { name })
          : t('map.banner.feedDead', { name, age: age(ageS), time: zulu(feed.lastAt) }),
      );
    }
  }
  if (lines.length === 0) return null;
  return (
    <div className="cw-banner" role="alert">
      {lines.map((line) => (
        <p key={line}>
          <span aria-hidden="true">⚠</span> {line}
        </p>
      ))}
    </div>
  );
}

function age(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
