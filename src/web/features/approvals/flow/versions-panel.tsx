import { Button, Drawer, Empty, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowVersionView } from '#contract/approvals/flow-config.ts';
import { diffSteps } from '#domain/approvals/diff-flow.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { type Design, designOf } from './design-state.ts';
import { useVersions } from './flow-queries.ts';

interface Props {
  id: number;
  publishedVersion: number;
  design: Design;
  open: boolean;
  onClose: () => void;
  /** Puts an old version on the drawing board. */
  onTake: (design: Design) => void;
}

/** The published versions, how many documents still follow each, and how the drawing differs from one of them. */
export function VersionsPanel({ id, publishedVersion, design, open, onClose, onTake }: Props) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const { data, error, refetch } = useVersions(id, publishedVersion);
  const [chosen, setChosen] = useState<number | null>(null);
  const items = data?.items ?? [];
  return (
    <Drawer open={open} onClose={onClose} title={t('flow.versions.title')} width={mobile ? '100%' : 640}>
      {error ? (
        <Failure title={t('flow.versions.failed')} error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active />
      ) : items.length === 0 ? (
        <Empty description={t('flow.versions.none')} />
      ) : (
        <ol className="cw-cards">
          {items.map((version) => (
            <li key={version.id} className="cw-entry">
              <div className="cw-bar">
                <strong>v{version.number}</strong>
                {version.number === publishedVersion && (
                  <Tag color="green" style={{ color: 'var(--cw-ink)' }}>
                    {t('flow.versions.current')}
                  </Tag>
                )}
                <FlightTime at={version.publishedAt} year />
                <span style={{ color: 'var(--cw-soft)' }}>{version.publishedByName ?? t('form.system')}</span>
                <span className="cw-grow" />
                <span>{t('flow.versions.running', { count: version.running })}</span>
              </div>
              {version.note && <p style={{ margin: '4px 0' }}>{version.note}</p>}
              <div className="cw-bar">
                <Button
                  size="small"
                  aria-expanded={chosen === version.id}
                  onClick={() => setChosen(chosen === version.id ? null : version.id)}
                >
                  {t('flow.versions.compare')}
                </Button>
                <Button size="small" onClick={() => onTake(designOf(version.steps, version.condition))}>
                  {t('flow.versions.take')}
                </Button>
              </div>
              {chosen === version.id && <VersionDiff version={version} design={design} />}
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  );
}

/** From the version to the drawing, step by step and field by field. */
export function VersionDiff({ version, design }: { version: FlowVersionView; design: Design }) {
  const { t } = useTranslation();
  const then = designOf(version.steps, version.condition);
  const changes = diffSteps(then.steps, design.steps);
  const condition = JSON.stringify(then.condition ?? {}) !== JSON.stringify(design.condition ?? {});
  if (changes.length === 0 && !condition) {
    return <p style={{ margin: '8px 0 0', color: 'var(--cw-soft)' }}>{t('flow.versions.same')}</p>;
  }
  return (
    <ul className="flow-problems" style={{ marginTop: 8 }}>
      {condition && <li>{t('flow.versions.condition')}</li>}
      {changes.map((change) => (
        <li key={`${change.kind} ${change.from} ${change.to}`}>
          <strong>{t(`flow.versions.${change.kind}`, { name: change.name })}</strong>
          {change.fields.length > 0 && (
            <ul style={{ paddingInlineStart: 16 }}>
              {change.fields.map(({ field, before, after }) => (
                <li key={field}>
                  {t(`flow.step.${field}`)}: <del>{valueText(before, t)}</del> →{' '}
                  <ins>{valueText(after, t)}</ins>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function valueText(value: unknown, t: (key: string) => string): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return '—';
  if (typeof value === 'boolean') return t(value ? 'flow.yes' : 'flow.no');
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const texts: Record<string, string> = {
    any: 'flow.quorum.any',
    all: 'flow.quorum.all',
    majority: 'flow.quorum.majority',
    remind: 'flow.timeout.remind',
    approve: 'flow.timeout.approve',
    reject: 'flow.timeout.reject',
  };
  const key = texts[String(value)];
  return key ? t(key) : String(value);
}
