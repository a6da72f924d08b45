import { Button, Card } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanDetail } from '#contract/plans/plan-output.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { type PendingPlanAct, PlanActDialog } from '#web/features/plans/plan-act-dialog.tsx';
import { PlanMap, type PlanMapFeature } from '#web/map/plan-map.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { DetourChange } from './detour-change.tsx';
import { type Detour, useDetours } from './detour-queries.ts';
import './detour.css';

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;
const signs = { open: '◔', accepted: '✓', refused: '✕' } as const;

/** The detours of a flight, newest first; the one that waits is answered here by whoever released the flight. */
export function DetourList({
  plan,
  tasks,
  only,
}: Pick<PlanDetail, 'plan' | 'tasks'> & {
  /** Those that wait, or those that are answered; absent: all. */
  only?: 'open' | 'answered';
}) {
  const { t } = useTranslation();
  const { data } = useDetours(plan.id, plan.state >= 9);
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const detours = (data?.items ?? []).filter(
    ({ state }) => only === undefined || (state === 'open') === (only === 'open'),
  );
  if (detours.length === 0) return null;
  const answer = (action: 'acceptDetour' | 'refuseDetour', detour: Detour) =>
    setPending({ action, plan, stepIndex: null, detour: detour.id });
  return (
    <Card size="small" title={t('plan.detour.all', { count: detours.length })} data-detours>
      <ul className="detour-list">
        {detours.map((detour) => (
          <li key={detour.id} data-detour={detour.id} data-state={detour.state}>
            <header className="cw-bar">
              <span className="detour-state" data-state={detour.state}>
                <span aria-hidden="true">{signs[detour.state]} </span>
                {t(`plan.detour.state.${detour.state}`)}
              </span>
              <strong className="cw-figures">{detour.callsign}</strong>
              <span className="plan-soft">
                {detour.appliedByName} <FlightTime at={detour.appliedAt} />
              </span>
            </header>
            <q>{detour.reason}</q>
            <DetourChange detour={detour} />
            {detour.decidedAt && (
              <p className="plan-soft">
                {t('plan.detour.decided')} {detour.decidedByName} <FlightTime at={detour.decidedAt} />
                {detour.comment && ` · ${detour.comment}`}
              </p>
            )}
            {detour.mayDecide && (
              <div className="cw-bar">
                <Button
                  type="primary"
                  aria-haspopup="dialog"
                  data-action="acceptDetour"
                  onClick={() => answer('acceptDetour', detour)}
                >
                  {t('plan.action.acceptDetour')}
                </Button>
                <Button
                  danger
                  aria-haspopup="dialog"
                  data-action="refuseDetour"
                  onClick={() => answer('refuseDetour', detour)}
                >
                  {t('plan.action.refuseDetour')}
                </Button>
              </div>
            )}
            {detour.state === 'open' && (
              <DetourMap detour={detour} way={tasks.find(({ id }) => id === detour.jobTask)?.footprint} />
            )}
          </li>
        ))}
      </ul>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </Card>
  );
}

/** The way as it is flown, dashed, and the one that is applied for. */
function DetourMap({ detour, way }: { detour: Detour; way: unknown }) {
  const { t } = useTranslation();
  const ways: [id: string, value: unknown, name: string, state: number][] = [
    ['before', way, t('plan.detour.before'), 4],
    ['after', detour.change.geometry, t('plan.detour.after'), 9],
  ];
  const features = ways.flatMap(([id, geometry, name, state]): PlanMapFeature[] =>
    isGeometry(geometry, kinds) ? [{ id, geometry, kind: 'task', name, state }] : [],
  );
  if (!isGeometry(detour.change.geometry, kinds)) return null;
  return (
    <div className="detour-map">
      <PlanMap features={features} height={220} label={t('plan.detour.map')} />
    </div>
  );
}
