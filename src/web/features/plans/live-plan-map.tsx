import { Empty } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindingView } from '#contract/finding-view.ts';
import type { Viewport } from '#contract/hub.ts';
import type { TaskView as PlanTask } from '#contract/plans/plan-output.ts';
import type { PlanState } from '#domain/plans/states.ts';
import { targetName } from '#domain/surveillance/track/target-name.ts';
import { invokeHub, onReconnected, useHub, useHubEvent } from '#web/client/hub.ts';
import type { FeatureGroup } from '#web/map/flat-map.tsx';
import { boundsOf, PlanMap, type PlanMapFeature } from '#web/map/plan-map.tsx';
import { createTargetStore, type TargetStore } from '#web/map/target-store.ts';
import { useStoreBeat } from '#web/map/use-targets.ts';
import { findingFeatures } from './finding-shapes.ts';

/** An aircraft may be well outside what it filed: so far around the plan it is looked for, degrees. */
const aroundDeg = 1;

interface Props {
  tasks: readonly PlanTask[];
  state: PlanState;
  height?: number;
  /** What its check found: their shapes are drawn with it. */
  findings?: readonly FindingView[];
  /** What else is there in its hours. */
  around?: readonly FeatureGroup[];
}

const noFindings: readonly FindingView[] = [];
const noGroups: readonly FeatureGroup[] = [];

/** Where a plan flies and what it meets; once it is released also where its aircraft are. */
export function LivePlanMap({ tasks, state, height = 320, findings = noFindings, around = noGroups }: Props) {
  const { t } = useTranslation();
  const features = useMemo(
    () => [
      ...findingFeatures(findings),
      ...tasks.flatMap((task): PlanMapFeature[] =>
        task.footprint
          ? [{ id: `task-${task.id}`, geometry: task.footprint, kind: 'task', name: task.callsign, state }]
          : [],
      ),
    ],
    [tasks, state, findings],
  );
  const [store] = useState(createTargetStore);
  if (features.length === 0) {
    return (
      <div style={{ height, display: 'grid', placeItems: 'center' }}>
        <Empty description={t('plan.page.noArea')} />
      </div>
    );
  }
  const label = t('plan.page.mapOf', { callsigns: tasks.map(({ callsign }) => callsign).join(', ') });
  if (state !== 8 && state !== 9) {
    return <PlanMap features={features} around={around} height={height} label={label} />;
  }
  return (
    <>
      <Follow tasks={tasks} features={features} store={store} />
      <PlanMap
        features={features}
        around={around}
        targets={store}
        selectedTargetId={tasks.find(({ icao24 }) => icao24)?.icao24 ?? null}
        height={height}
        label={label}
      />
    </>
  );
}

/** Fills the store with the plan's own aircraft, and says whether they are seen. */
function Follow({
  tasks,
  features,
  store,
}: {
  tasks: readonly PlanTask[];
  features: PlanMapFeature[];
  store: TargetStore;
}) {
  const { t } = useTranslation();
  const hub = useHub('instant');
  useStoreBeat(store);
  const own = useMemo(() => new Set(tasks.flatMap(({ icao24 }) => icao24 ?? [])), [tasks]);
  useHubEvent('instant', 'getFlyData', (data) =>
    store.apply(
      { ...data, targets: data.targets.filter(({ icao24 }) => icao24 !== null && own.has(icao24)) },
      performance.now(),
    ),
  );
  const around = JSON.stringify(viewportOf(features));
  useEffect(() => {
    const viewport: Viewport | null = JSON.parse(around);
    const tell = () => void invokeHub('instant', 'SetViewport', viewport).catch(() => undefined);
    if (hub === 'connected') tell();
    const off = onReconnected('instant', tell);
    const timer = setInterval(() => store.tick(performance.now()), 1000);
    return () => {
      clearInterval(timer);
      off();
      void invokeHub('instant', 'SetViewport', null).catch(() => undefined);
    };
  }, [hub, around, store]);

  const seen = store.list.map(({ target }) => targetName(target));
  return (
    <p className="plan-seen" aria-live="polite" data-seen={seen.length > 0}>
      <span aria-hidden="true">{seen.length > 0 ? '✈ ' : '○ '}</span>
      {seen.length > 0 ? t('plan.page.seen', { callsigns: seen.join(', ') }) : t('plan.page.notSeen')}
    </p>
  );
}

function viewportOf(features: PlanMapFeature[]): Viewport | null {
  const box = boundsOf(features.map(({ geometry }) => geometry));
  if (!box) return null;
  const [west, south, east, north] = box;
  return [
    Math.max(-180, west - aroundDeg),
    Math.max(-90, south - aroundDeg),
    Math.min(180, east + aroundDeg),
    Math.min(90, north + aroundDeg),
  ];
}
