import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MomentOfAir } from '#contract/playback.ts';
import type { RecordedAlert } from '#contract/recorded-alert.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { reasonAt, reasonOf } from '#web/features/alerts/alert-reason.ts';
import { recordName, textIn } from '#web/map/layers/record-facts.ts';
import { stoodAt } from './use-moment.ts';

/** What was true at the moment shown: alerts, sources, airspaces that were open or closed, notices. */
export function ThenPanel({
  at,
  moment,
  alerts,
  onSeek,
}: {
  /** UTC ms. */
  at: number;
  moment: MomentOfAir | undefined;
  /** Of the day. */
  alerts: readonly RecordedAlert[];
  onSeek: (at: number) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const standing = alerts.filter((alert) => stoodAt(alert, at));
  const next = alerts.find(({ raisedAt }) => Date.parse(raisedAt) > at);
  const openAirspaces = moment?.airspaces.filter((one) => textIn(one, 'openState') !== '') ?? [];
  const lost = moment?.feeds.filter(({ state }) => state === 'lost') ?? [];
  return (
    <div className="playback-then">
      <h3>
        {t('alerts.title')} <span className="cw-figures">{standing.length}</span>
      </h3>
      <ul>
        {standing.map((alert) => (
          <li key={alert.id}>
            <strong>{t(`alert.level.${alert.level}`)}</strong> {reasonAt(t, reasonOf(alert), at)}{' '}
            <span className="cw-figures cw-soft">
              {zuluText(alert.raisedAt)}
              {alert.acknowledgedAt !== null &&
                Date.parse(alert.acknowledgedAt) <= at &&
                ` · ${t('playback.acknowledged', { time: zuluText(alert.acknowledgedAt) })}`}
            </span>{' '}
            {alert.id > 0 && (
              <Link to={`/flightWatch/incident?alert=${alert.id}`}>{t('playback.incident')}</Link>
            )}
          </li>
        ))}
      </ul>
      {next && (
        <Button size="small" onClick={() => onSeek(Date.parse(next.raisedAt))}>
          {t('playback.nextAlert', { time: zuluText(next.raisedAt) })}
        </Button>
      )}
      <h3>{t('playback.feeds')}</h3>
      <p>
        {moment?.feeds.length === 0
          ? t('playback.noFeeds')
          : lost.length === 0
            ? t('playback.allLive', { count: moment?.feeds.length ?? 0 })
            : lost.map(({ sourceId, name, since }) => (
                <span key={sourceId} className="playback-lost">
                  {t('playback.lostSince', { name, time: localText(since) })}
                </span>
              ))}
      </p>
      <h3>
        {t('playback.airspaces')} <span className="cw-figures">{openAirspaces.length}</span>
      </h3>
      {moment?.limited.includes('airspace') && <p role="alert">{t('map.layer.partial')}</p>}
      <ul>
        {openAirspaces.map((one) => (
          <li key={one.id}>
            <strong>{t(textIn(one, 'openState') === 'closed' ? 'playback.closed' : 'playback.open')}</strong>{' '}
            {textIn(one, 'designator') || recordName(one, locale)}
          </li>
        ))}
      </ul>
      <h3>
        {t('playback.notices')} <span className="cw-figures">{moment?.notices.length ?? 0}</span>
      </h3>
      {moment?.limited.includes('notice') && <p role="alert">{t('map.layer.partial')}</p>}
      <ul>
        {moment?.notices.map((one) => (
          <li key={one.id}>
            {nameIn({ name: textIn(one, 'title'), nameEn: textIn(one, 'titleEn') }, locale)}
          </li>
        ))}
      </ul>
    </div>
  );
}
