import { Alert, Card, Skeleton, Tabs } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AirspaceDetail, AirspaceVersionView } from '#contract/airspace/airspace-output.ts';
import type { FindingView } from '#contract/finding-view.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { History } from '#web/engine/history.tsx';
import { FlowDiagrams } from '#web/features/approvals/flow/flow-diagram.tsx';
import { AirAround, useAround } from '#web/map/around/air-around.tsx';
import { useAirPicture } from '#web/map/around/use-air-picture.ts';
import { Countdown, FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';
import { AirspaceEvents } from './airspace-events.tsx';
import { AirspaceFacts, Validity } from './airspace-facts.tsx';
import { AirspaceFindings } from './airspace-findings.tsx';
import { AirspaceStateTag, OpenTag } from './airspace-state-tag.tsx';
import { AirspaceVersions } from './airspace-versions.tsx';
import { ExtentText } from './extent-text.tsx';
import { useStoredAirspaceCheck } from './use-airspace-check.ts';
import { WeekView } from './week-view.tsx';

const AirspaceMap = lazy(async () => ({ default: (await import('./airspace-map.tsx')).AirspaceMap }));

/** An end that is this near is said with what is left of it. */
const soonMs = 30 * 86_400_000;
const nothing: FindingView[] = [];

/** Everything there is to know of an airspace. */
export function AirspaceDocument({ detail, actions }: { detail: AirspaceDetail; actions?: ReactNode }) {
  const { t } = useTranslation();
  const { airspace, events, versions, flows, extensionAsk } = detail;
  const [version, setVersion] = useState<AirspaceVersionView | null>(null);
  const resource = resourceNamed('airspace');
  const shown = version ?? airspace;
  const draft = airspace.state === 0;
  const check = useStoredAirspaceCheck(airspace.id, draft);
  const findings = draft ? (check.data?.findings ?? nothing) : nothing;
  const air = useAirPicture('airspace', airspace.id);
  const around = useAround(air.data);
  const left = airspace.validTo ? Date.parse(airspace.validTo) - Date.parse(detail.now) : null;
  // What stands against an application comes first; of an approved airspace its past comes last.
  const tabs = (
    <Card size="small">
      <Tabs
        size="small"
        items={[
          ...(draft
            ? [
                {
                  key: 'findings',
                  label: t('plan.page.findings'),
                  children: <AirspaceFindings check={check} />,
                },
              ]
            : []),
          {
            key: 'versions',
            label: t('airspace.version.title', { count: versions.length }),
            children: (
              <AirspaceVersions versions={versions} shown={version?.number ?? null} onShow={setVersion} />
            ),
          },
          {
            key: 'events',
            label: t('airspace.event.title', { count: events.length }),
            children: <AirspaceEvents events={events} />,
          },
          {
            key: 'changes',
            label: t('plan.page.changes'),
            children: resource && <History resource={resource} id={airspace.id} version={airspace.version} />,
          },
        ]}
      />
    </Card>
  );
  return (
    <div className="plan-document">
      <div className="plan-state-line">
        <div aria-live="polite" className="cw-bar">
          <AirspaceStateTag airspace={airspace} />
          <OpenTag state={airspace.openState} />
        </div>
        {draft && airspace.decideBy && (
          <Countdown to={airspace.decideBy} label={t('airspace.details.decideBy')} />
        )}
        <Validity airspace={airspace} />
        {airspace.state === 1 && left !== null && left < soonMs && airspace.validTo && (
          <Countdown to={airspace.validTo} label={t('airspace.details.endsIn')} />
        )}
        {airspace.openReason && <span className="plan-soft">{airspace.openReason}</span>}
      </div>
      {extensionAsk && (
        <Alert
          type="info"
          showIcon
          data-ask={extensionAsk.id}
          message={
            <>
              {t('airspace.ask.until')} <FlightTime at={extensionAsk.validTo} year />
            </>
          }
          description={
            <>
              {extensionAsk.byName && `${extensionAsk.byName} · `}
              <FlightTime at={extensionAsk.at} />
              {extensionAsk.reason && (
                <>
                  {' · '}
                  <q>{extensionAsk.reason}</q>
                </>
              )}
              <div>{t('airspace.ask.waits')}</div>
            </>
          }
        />
      )}
      {actions}
      {airspace.auditOpinion && draft && (
        <Alert
          type="warning"
          showIcon
          message={t('airspace.details.reason', { reason: airspace.auditOpinion })}
        />
      )}
      {airspace.state === 2 && (
        <Alert type="info" showIcon message={t('airspace.details.expired')} description={airspace.reason} />
      )}
      <div className="plan-columns">
        <div className="plan-column">
          {flows.length > 0 && (
            <Card size="small" title={t('plan.page.steps')}>
              <FlowDiagrams flows={flows} />
            </Card>
          )}
          {draft && tabs}
          <Card size="small" title={t('airspace.details.facts')}>
            <AirspaceFacts airspace={{ ...airspace, ...(version ?? {}) }} />
          </Card>
          <Card size="small" title={t('airspace.edit.extent')}>
            <ExtentText values={{ ...airspace, ...(version ?? {}) }} />
          </Card>
          <Card size="small" title={t('airspace.details.times')}>
            <WeekView schedule={shown.schedule} />
            {detail.activations.length > 0 && (
              <details>
                <summary>{t('airspace.details.next', { count: detail.activations.length })}</summary>
                <ul className="airspace-found">
                  {detail.activations.slice(0, 20).map(({ from, to }) => (
                    <li key={from}>
                      <FlightSpan from={from} to={to} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </Card>
          {!draft && tabs}
        </div>
        <div className="plan-column">
          <Card size="small" title={t('airspace.details.map')} styles={{ body: { padding: 0 } }}>
            <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: 340 }} />}>
              <AirspaceMap
                airspaces={[{ ...airspace, ...extentOf(shown) }]}
                findings={findings}
                around={around}
                height={340}
              />
            </Suspense>
            <AirAround query={air} />
          </Card>
        </div>
      </div>
    </div>
  );
}

function extentOf({ geometry, name }: Pick<AirspaceVersionView, 'geometry' | 'name'>) {
  return { geometry, name };
}
