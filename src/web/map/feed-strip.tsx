import { useId, useState } from 'react';
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

/** What is wrong with what the map shows. */
interface Trouble {
  id: string;
  /** The whole of it, as a line. */
  line: string;
  /** The source in few words, for a line that names several; absent: it always has a line of its own. */
  short?: string;
}

/** Sources that a line names before it counts the others. */
const mostNamed = 3;

/**
 * Says over the map that what it shows is not true; `more` are further lines to the same end. Several sources share one line,
 * the gravest first, which opens to all of them; it stands above the map and never on it.
 */
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
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const troubles = useTroubles(store, hub);
  const own = troubles.filter(({ short }) => short === undefined);
  const sources = troubles.filter(({ short }) => short !== undefined);
  const few = sources.length < 2 ? sources : [];
  const many = sources.length < 2 ? [] : sources;
  const lines = [...more, ...[...own, ...few].map(({ line }) => line)];
  if (lines.length === 0 && many.length === 0) return null;
  const names = many.slice(0, mostNamed).map(({ short }) => short);
  const others = many.length - names.length;
  return (
    <div className="cw-banner" role="alert">
      {lines.map((line) => (
        <p key={line}>
          <span aria-hidden="true">⚠</span> {line}
        </p>
      ))}
      {many.length > 0 && (
        <>
          <button
            type="button"
            className="cw-banner-sources"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden="true">⚠</span> <span>{t('map.banner.feeds', { count: many.length })}</span>{' '}
            <span className="cw-banner-names" aria-live="off">
              {[...names, ...(others > 0 ? [t('map.banner.others', { count: others })] : [])].join('; ')}
            </span>{' '}
            <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
          </button>
          <ul id={listId} hidden={!isOpen} tabIndex={isOpen ? 0 : -1} aria-live="off">
            {isOpen && many.map(({ id, line }) => <li key={id}>{line}</li>)}
          </ul>
        </>
      )}
    </div>
  );
}

/** The connection's trouble, or else that of each source, the gravest first: what had come and stopped, then faults, then what never came. */
function useTroubles(store: TargetStore, hub: HubState): Trouble[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const worded = ({ key, values }: Text) => t(key, { ...values });
  useStoreBeat(store);
  const now = useSeconds();
  const serverNow = store.serverNow(now);
  const lastWord = store.lastWord();
  const quietS = silenceS(hub, lastWord, store.openedMs, now);
  if (hub === 'reconnecting' || hub === 'lost') {
    const since = lastWord && t('map.banner.lastPicture', { time: zulu(lastWord.serverMs) });
    return [{ id: hub, line: [t(`map.banner.${hub}`), since].filter(Boolean).join(' ') }];
  }
  if (quietS !== null) {
    const line = lastWord
      ? t('map.banner.silent', { age: age(quietS), time: zulu(lastWord.serverMs) })
      : t('map.banner.neverSpoke', { age: age(quietS) });
    return [{ id: 'silent', line }];
  }
  if (serverNow === null) return [];
  const found = store.feeds().flatMap((feed): (Trouble & { rank: number })[] => {
    const { ageS, dead } = feedAge(feed, serverNow);
    const name = nameIn(feed, locale);
    const id = String(feed.sourceId);
    if (feed.fault) {
      const fault = worded(feed.fault);
      const line = t(feed.isRecording ? 'map.banner.recordingFault' : 'map.banner.feedFault', {
        name,
        fault,
      });
      return [{ id, rank: 1, line, short: t('map.banner.shortFault', { name }) }];
    }
    if (!dead) return [];
    if (ageS === null || feed.lastAt === null) {
      const line = t('map.banner.feedNever', { name });
      return [{ id, rank: 2, line, short: t('map.banner.shortNever', { name }) }];
    }
    const values = { name, age: age(ageS), time: zulu(feed.lastAt) };
    return [
      { id, rank: 0, line: t('map.banner.feedDead', values), short: t('map.banner.shortDead', values) },
    ];
  });
  return found.sort((a, b) => a.rank - b.rank);
}

function age(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
