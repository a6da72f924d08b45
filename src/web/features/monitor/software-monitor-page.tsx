import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { JobView, MonitorState } from '#contract/monitor.ts';
import { figureKeys } from '#domain/monitor/figures.ts';
import { unitText } from '#domain/monitor/unit-text.ts';
import { localText } from '#web/client/clock.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FigureChart, spans } from './figure-chart.tsx';
import { momentText } from './moment-text.ts';
import { MonitorAlarms } from './monitor-alarms.tsx';
import { useMonitorState } from './monitor-queries.ts';
import { InstallationTable, ServerTable } from './server-table.tsx';
import '#web/ui/plain-table.css';
import './monitor.css';

/** How the installation is: what is wrong, each server beside the others, the database, jobs, certificates, backups. */
export function SoftwareMonitorPage() {
  const { t } = useTranslation();
  const state = useMonitorState();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('figure') ?? '';
  const chosen = figureKeys.includes(asked) ? asked : 'requests';
  const hours = spans.find((span) => String(span) === query.get('hours')) ?? 6;
  const set = (name: string, value: string) =>
    setQuery(
      (before) => {
        before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const choose = (figure: string) => set('figure', figure);
  return (
    <div className="cw-page monitor" aria-busy={state.isFetching && !state.data}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('monitor.title')}</h1>
        <span className="cw-grow" />
        <Link to="/statistics/monitorAlarm">{t('monitor.allAlarms')}</Link>
        <Link to="/statistics/monitorThreshold">{t('monitor.thresholds')}</Link>
      </header>
      {state.error && <Failure error={state.error} retry={() => void state.refetch()} />}
      {!state.data && !state.error && <Skeleton active />}
      {state.data && (
        <>
          <MonitorAlarms alarms={state.data.alarms} />
          <ServerTable state={state.data} chosen={chosen} onChoose={choose} />
          <FigureChart figure={chosen} hours={hours} onHours={(value) => set('hours', String(value))} />
          <div className="monitor-pair">
            <section className="cw-plain-box" aria-label={t('monitor.installation')}>
              <InstallationTable state={state.data} chosen={chosen} onChoose={choose} />
            </section>
            <Jobs jobs={state.data.jobs} />
            <Kept state={state.data} />
          </div>
        </>
      )}
    </div>
  );
}

function Jobs({ jobs }: { jobs: readonly JobView[] }) {
  const { t } = useTranslation();
  return (
    <section className="cw-plain-box" aria-label={t('monitor.jobs')}>
      <table className="cw-plain-table monitor-table">
        <thead>
          <tr>
            {['job', 'last', 'took', 'next'].map((column) => (
              <th scope="col" key={column}>
                {t(`monitor.job.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ job, server, startedAt, durationMs, failure, nextAt }) => (
            <tr key={`${server} ${job}`} data-failed={failure !== null || undefined}>
              <th scope="row">
                {t(`monitor.job.${job}`)}
                <div className="cw-soft monitor-server">{server}</div>
                {failure !== null && (
                  <div className="monitor-failure">
                    <span aria-hidden="true">✕</span> {failure}
                  </div>
                )}
              </th>
              <td className="cw-figures">{momentText(startedAt).slice(5)}</td>
              <td className="cw-figures">{unitText(durationMs, 'ms')}</td>
              <td className="cw-figures">{nextAt === null ? '—' : momentText(nextAt).slice(5, 16)}</td>
            </tr>
          ))}
          {jobs.length === 0 && (
            <tr>
              <td colSpan={4}>{t('monitor.noJobs')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** What must hold when something is lost: backups, replicas, certificates and keys. */
function Kept({ state: { backups, replicas, certificates, statements } }: { state: MonitorState }) {
  const { t } = useTranslation();
  return (
    <section className="monitor-kept">
      <h2>{t('monitor.backups')}</h2>
      {!backups.own && <p>{t('monitor.backupsElsewhere')}</p>}
      {backups.own && backups.taken.length === 0 && <p>{t('monitor.noBackups')}</p>}
      <ul>
        {backups.taken.slice(0, 5).map((at) => (
          <li key={at} className="cw-figures">
            {localText(at)}
          </li>
        ))}
      </ul>
      <h2>{t('monitor.certificates')}</h2>
      {certificates.length === 0 && <p>{t('monitor.noCertificates')}</p>}
      <ul>
        {certificates.map(({ kind, name, validTo, fault }) => (
          <li key={`${kind} ${name}`}>
            {t(`monitor.validity.${kind}`)} {name} ·{' '}
            <span className="cw-figures">
              {validTo === null
                ? t('monitor.unknownValidity', { fault: fault ?? '' })
                : t('monitor.validTo', { time: localText(validTo).slice(0, 10) })}
            </span>
          </li>
        ))}
      </ul>
      <h2>{t('monitor.replicas')}</h2>
      {replicas.length === 0 && <p>{t('monitor.noReplicas')}</p>}
      <ul>
        {replicas.map(({ name, state, lagS }) => (
          <li key={name} className="cw-figures">
            {name} · {state} · {lagS} s
          </li>
        ))}
      </ul>
      {statements.length > 0 && (
        <>
          <h2>{t('monitor.figure.slowStatements')}</h2>
          <ul>
            {statements.map(({ seconds, text }) => (
              <li key={`${seconds} ${text}`}>
                <span className="cw-figures">{seconds} s</span> <code>{text}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
