import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Card, Form, Input, Select } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { PlanDetail, TaskView as PlanTask } from '#contract/plans/plan-output.ts';
import { type Altitude, formatAltitude } from '#domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { useDirty } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { AltitudeInput } from '#web/engine/widgets/altitude-field.tsx';
import { StateLine } from '#web/features/plans/plan-document.tsx';
import { refreshPlans } from '#web/features/plans/plan-queries.ts';
import { RouteView } from '#web/features/plans/route-view.tsx';
import { GeometryInput } from '#web/map/draw.tsx';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { planStyle } from '#web/map/layers/plans.ts';
import { usePageTitle } from '#web/ui/document-title.ts';
import { labelOf } from '#web/ui/record-labels.ts';
import { ErrorText, RefusalList } from '#web/ui/refusal-list.tsx';
import { RuleText } from '#web/ui/rule-text.tsx';
import { TidyInput } from '#web/ui/tidy-input.tsx';
import { DetourList } from './detour-list.tsx';
import './detour.css';

const kinds = ['LineString', 'Polygon', 'MultiPolygon', 'Point'] as const;

interface Change {
  route?: string;
  geometry?: Geometry;
  destination?: number;
  destinationPoint?: number;
  lower?: Altitude;
  upper?: Altitude;
}

/**
 * The change of a route in flight (specification §8): applied for with what becomes another, and what was answered. The
 * way that is accepted is the plan's from then on, so that nothing is typed twice.
 */
export function DetourPage({ detail }: { detail: PlanDetail }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { plan } = detail;
  usePageTitle(pathname, t('plan.detour.title', { plan: plan.planNumber }));
  const view = detail.actions.find(({ action }) => action === 'applyDetour');
  return (
    <div className="cw-page plan-page detour-page">
      <header className="cw-bar">
        <h1 className="cw-title">
          <Link to={`/navigation/details?id=${plan.id}`} className="cw-figures">
            {plan.planNumber}
          </Link>{' '}
          / {t('plan.action.applyDetour')}
        </h1>
        <strong className="cw-figures">{plan.callsign}</strong>
        <span className="plan-soft">{labelOf(plan.labels, 'company')}</span>
      </header>
      <StateLine detail={detail} />
      {view?.allowed ? (
        <DetourForm detail={detail} />
      ) : (
        view?.relevant && (
          <Alert
            type="info"
            showIcon
            message={<RuleText text={[view.reason, view.rule].filter(Boolean).join(' · ')} />}
          />
        )
      )}
      <DetourList plan={plan} tasks={detail.tasks} />
    </div>
  );
}

function DetourForm({ detail }: { detail: PlanDetail }) {
  const { plan, tasks } = detail;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const fieldId = useId();
  const [taskId, setTaskId] = useState(tasks[0]?.id ?? 0);
  const [change, setChange] = useState<Change>({});
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sent = useRef(false);
  const dirty = reason !== '' || Object.keys(change).length > 0;
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  useDirty(dirty);
  const task = tasks.find(({ id }) => id === taskId);
  const way = useMemo(() => wayOf(task, plan.state), [task, plan.state]);

  /** What is emptied stays as it was. */
  const set = (part: { [F in keyof Change]?: Change[F] | undefined }) =>
    setChange((before) =>
      Object.fromEntries(
        Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined && value !== ''),
      ),
    );
  const missing = { reason: reason.trim() === '', change: Object.keys(change).length === 0 };

  async function send(): Promise<void> {
    setTried(true);
    if (missing.reason || missing.change || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await callService('Navigation', 'ApplyDetour', {
        id: plan.id,
        task: taskId,
        reason: reason.trim(),
        ...change,
      });
      sent.current = true;
      message.success(t('plan.act.done.applyDetour', { name: plan.callsign ?? plan.planNumber }));
      await refreshPlans(client);
      await navigate(`/navigation/details?id=${plan.id}`);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card size="small" title={t('plan.detour.apply')}>
      <Form layout="vertical" component="div">
        <p className="plan-soft" style={{ marginTop: 0 }}>
          {t('plan.detour.help')}
        </p>
        <div className="detour-fields">
          {tasks.length > 1 && (
            <Form.Item label={t('plan.detour.task')} htmlFor={`${fieldId}-task`}>
              <Select
                id={`${fieldId}-task`}
                value={taskId}
                onChange={setTaskId}
                options={tasks.map(({ id, sequence, callsign }) => ({
                  value: id,
                  label: `${sequence} · ${callsign}`,
                }))}
              />
            </Form.Item>
          )}
          <Form.Item
            label={t('plan.detour.reason')}
            htmlFor={`${fieldId}-reason`}
            required
            validateStatus={tried && missing.reason ? 'error' : undefined}
            help={tried && missing.reason && <ErrorText text={t('plan.refused.reason')} />}
          >
            <Input.TextArea
              id={`${fieldId}-reason`}
              maxLength={1000}
              autoSize={{ minRows: 1, maxRows: 6 }}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Form.Item>
          <Form.Item
            label={t('plan.detour.field.lower')}
            htmlFor={`${fieldId}-lower`}
            extra={t('plan.detour.now', { value: limitText(task, 'lower') })}
          >
            <AltitudeInput
              id={`${fieldId}-lower`}
              value={change.lower}
              onChange={(lower) => set({ lower })}
            />
          </Form.Item>
          <Form.Item
            label={t('plan.detour.field.upper')}
            htmlFor={`${fieldId}-upper`}
            extra={t('plan.detour.now', { value: limitText(task, 'upper') })}
          >
            <AltitudeInput
              id={`${fieldId}-upper`}
              value={change.upper}
              onChange={(upper) => set({ upper })}
            />
          </Form.Item>
          <Form.Item
            label={t('plan.detour.airport')}
            htmlFor={`${fieldId}-airport`}
            extra={t('plan.detour.now', {
              value: task ? labelOf(task.labels, 'destination', 'destinationPoint') : '—',
            })}
          >
            <RelationSelect
              id={`${fieldId}-airport`}
              resource="airport"
              value={change.destination}
              onChange={(value) =>
                set({
                  destination: typeof value === 'number' ? value : undefined,
                  destinationPoint: undefined,
                })
              }
            />
          </Form.Item>
          <Form.Item label={t('plan.detour.point')} htmlFor={`${fieldId}-point`}>
            <RelationSelect
              id={`${fieldId}-point`}
              resource="takeoffLandingPoint"
              value={change.destinationPoint}
              onChange={(value) =>
                set({
                  destinationPoint: typeof value === 'number' ? value : undefined,
                  destination: undefined,
                })
              }
            />
          </Form.Item>
          <Form.Item
            label={t('plan.detour.field.route')}
            htmlFor={`${fieldId}-route`}
            extra={t('plan.detour.now', { value: task?.route || '—' })}
          >
            <TidyInput
              id={`${fieldId}-route`}
              maxLength={1000}
              value={change.route ?? ''}
              tidy={(typed) => typed.toUpperCase()}
              onChange={(route) => set({ route })}
            />
          </Form.Item>
        </div>
        {change.route && <RouteView route={change.route} task={task} />}
        <Form.Item label={t('plan.detour.field.geometry')} extra={t('plan.detour.draw')}>
          <GeometryInput
            value={change.geometry ?? null}
            kinds={kinds}
            marked={way}
            height={420}
            onChange={(geometry) => set({ geometry: geometry ?? undefined })}
          />
        </Form.Item>
        {tried && missing.change && <Alert type="error" showIcon message={t('plan.refused.noChange')} />}
        {failure !== null && <RefusalList error={failure} title={t('approval.act.refused')} />}
        <div className="cw-bar" style={{ marginTop: 12, justifyContent: 'flex-end' }}>
          <Link to={`/navigation/details?id=${plan.id}`}>
            <Button tabIndex={-1}>{t('shell.cancel')}</Button>
          </Link>
          <Button type="primary" loading={busy} data-action="sendDetour" onClick={() => void send()}>
            {t('plan.action.applyDetour')}
          </Button>
        </div>
      </Form>
      <UnsavedGuard dirty={() => isDirty.current && !sent.current} />
    </Card>
  );
}

function limitText(task: PlanTask | undefined, field: 'lower' | 'upper'): string {
  const limit = task?.[field];
  return limit ? formatAltitude(limit) : '—';
}

/** Where the task flies now, under what is drawn. */
function wayOf(task: PlanTask | undefined, state: number): MapFeature[] {
  if (!task || !isGeometry(task.footprint, kinds)) return [];
  return [
    {
      id: `way-${task.id}`,
      geometry: task.footprint,
      style: planStyle(state),
      label: task.callsign,
      rank: 10,
    },
  ];
}
