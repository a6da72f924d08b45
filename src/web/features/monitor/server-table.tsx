import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MonitorState, ServerView } from '#contract/monitor.ts';
import { type Figure, figures, installation } from '#domain/monitor/figures.ts';
import { unitText } from '#domain/monitor/unit-text.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { momentText } from './moment-text.ts';
import { monitorKey } from './monitor-queries.ts';
import { Sparkline } from './sparkline.tsx';

const ofServers: readonly Figure[] = figures.filter(({ key, of }) => of === 'server' && key !== 'silentS');
const ofInstallation: readonly Figure[] = figures.filter(({ of }) => of === 'installation');

interface Props {
  state: MonitorState;
  chosen: string;
  onChoose: (figure: string) => void;
}

/** Every server beside the others: a row a figure, with its last hour. A figure that is chosen is drawn below. */
export function ServerTable({ state, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <section className="cw-plain-box" aria-label={t('monitor.servers')}>
      <table className="cw-plain-table monitor-table">
        <thead>
          <tr>
            <th scope="col">{t('monitor.figure')}</th>
            {state.servers.map((server) => (
              <ServerHead key={server.server} server={server} now={state.at} />
            ))}
          </tr>
        </thead>
        <tbody>
          {ofServers.map((figure) => (
            <tr key={figure.key} data-chosen={figure.key === chosen || undefined}>
              <FigureHead figure={figure} chosen={chosen} onChoose={onChoose} />
              {state.servers.map((server) => (
                <FigureCell
                  key={server.server}
                  figure={figure}
                  of={server}
                  isOld={server.state !== 'live'}
                  level={levelOf(state, figure, server.server)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The database, the queues, backups and certificates: one value for all servers. */
export function InstallationTable({ state, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const known = ofInstallation.filter(({ key }) => key in state.installation.figures);
  return (
    <table className="cw-plain-table monitor-table">
      <thead>
        <tr>
          <th scope="col">{t('monitor.figure')}</th>
          <th scope="col">{t('monitor.installation')}</th>
        </tr>
      </thead>
      <tbody>
        {known.map((figure) => (
          <tr key={figure.key} data-chosen={figure.key === chosen || undefined}>
            <FigureHead figure={figure} chosen={chosen} onChoose={onChoose} />
            <FigureCell
              figure={figure}
              of={state.installation}
              level={levelOf(state, figure, installation)}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function levelOf({ alarms }: MonitorState, { key }: Figure, server: string) {
  return alarms.find((alarm) => alarm.figure === key && alarm.server === server)?.level;
}

function FigureHead({
  figure: { key },
  chosen,
  onChoose,
}: Pick<Props, 'chosen' | 'onChoose'> & { figure: Figure }) {
  const { t } = useTranslation();
  return (
    <th scope="row">
      <button type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
        {t(`monitor.figure.${key}`)}
      </button>
    </th>
  );
}

function FigureCell({
  figure: { key, unit },
  of,
  level,
  isOld = false,
}: {
  figure: Figure;
  of: Pick<ServerView, 'figures' | 'recent'>;
  level: 'caution' | 'warning' | undefined;
  isOld?: boolean;
}) {
  const { t } = useTranslation();
  const value = of.figures[key];
  return (
    <td data-level={level} data-old={isOld || undefined}>
      {value === undefined ? (
        '—'
      ) : (
        <span className="monitor-cell">
          <span className="cw-figures">
            {level && <span title={t(`monitor.level.${level}`)}>{level === 'warning' ? '▲ ' : '◆ '}</span>}
            {unitText(value, unit)}
          </span>
          <Sparkline values={of.recent[key] ?? []} />
        </span>
      )}
    </td>
  );
}

function ServerHead({ server, now }: { server: ServerView; now: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const operates = useHolds(['Pages.Operating']);
  const { busy, failure, run } = useAsyncAction();
  const forget = () =>
    run(async () => {
      await callService('Monitor', 'ForgetServer', { server: server.server });
      await client.invalidateQueries({ queryKey: monitorKey });
    });
  const sign = { live: '●', silent: '✕', stopped: '■' }[server.state];
  return (
    <th scope="col" data-state={server.state}>
      {server.server}
      <div className="monitor-server">
        <span className="monitor-state">
          <span aria-hidden="true">{sign}</span> {t(`monitor.state.${server.state}`)}
        </span>{' '}
        {server.here && <span className="cw-soft">{t('monitor.here')}</span>}
      </div>
      <div className="monitor-server cw-soft cw-figures">
        {server.version} ·{' '}
        {server.state === 'live'
          ? t('monitor.since', { time: momentText(server.startedAt).slice(5, 16) })
          : t('monitor.lastHeard', { minutes: Math.max(1, Math.round((now - server.lastAt) / 60_000)) })}
      </div>
      {server.state !== 'live' && operates && (
        <Button size="small" loading={busy} onClick={() => void forget()}>
          {t('monitor.forget')}
        </Button>
      )}
      {failure !== null && <Failure error={failure} />}
    </th>
  );
}
