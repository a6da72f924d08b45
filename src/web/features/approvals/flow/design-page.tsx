import {
  CloudUploadOutlined,
  HistoryOutlined,
  RedoOutlined,
  SaveOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { useInvalidate, useOne, useUpdate } from '@refinedev/core';
import { Alert, App, Button, Tag } from 'antd';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import type { FlowProblemView } from '#contract/approvals/flow-config.ts';
import { listLabel, type Resource, shownTitle } from '#domain/record/resource.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { durationText } from '#domain/text/times.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { useSaveKey } from '#web/engine/form/save-key.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { UnsavedGuard, useUnsaved } from '#web/engine/unsaved-guard.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { usePageTitle } from '#web/ui/document-title.ts';
import { Failure } from '#web/ui/failure.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { designOf, designReducer, firstState, sameDesign, storedSteps } from './design-state.ts';
import { FlowCanvas } from './flow-canvas.tsx';
import { roleName, useFlowCheck, useNameable } from './flow-queries.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { StepList } from './step-list.tsx';
import { ProblemTexts, StepPanel } from './step-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';
import './flow.css';
import { pressedKey } from '#web/ui/composing.ts';

type Stored = RecordValues & { id: number; version: number };

/** The drawing board of one flow: its steps as a diagram and as a list, what is wrong with them, its versions. */
export function DesignPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const resource = useResource('flowConfig');
  const { query, result } = useOne<Stored, RequestError>({
    resource: 'flowConfig',
    id,
    errorNotification: false,
  });
  if (query.isError || !result || !resource) {
    return <PageWait title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />;
  }
  return <Board key={id} resource={resource} record={result} />;
}

function Board({ resource, record }: { resource: Resource; record: Stored }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const label = useLabel();
  const mobile = useIsMobile();
  const { message } = App.useApp();
  const { pathname } = useLocation();
  const invalidate = useInvalidate();
  const { mutateAsync, mutation } = useUpdate<Stored, RequestError>();
  const kind = String(record.documentKind);
  // The record that the drawing began from: a change by somebody else meanwhile is found when it is saved.
  const [base, setBase] = useState(record);
  const stored = designOf(base.steps, base.condition);
  const [state, act] = useReducer(designReducer, stored, firstState);
  const { present: design, selected } = state;
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [versions, setVersions] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const check = useFlowCheck(kind, design);
  const nameable = useNameable().data;
  const problems = check.data?.problems ?? [];
  const errors = problems.filter(({ level }) => level === 'error');
  const dirty = !sameDesign(design, stored);
  const { isDirty, mustAsk } = useUnsaved(dirty);
  const load = useCallback((from: Stored) => {
    setBase(from);
    setFailure(null);
    act({ type: 'load', design: designOf(from.steps, from.condition) });
  }, []);
  // A newer version of what nobody has touched here simply replaces it.
  useEffect(() => {
    if (record.version > base.version && !isDirty.current) load(record);
  }, [record, base.version, load, isDirty]);
  const published = typeof record.publishedVersion === 'number' ? record.publishedVersion : 0;
  const flowName = String(shownTitle(resource, record, locale));
  usePageTitle(pathname, t('flow.design.title', { name: flowName }));

  async function save(): Promise<boolean> {
    if (!dirty) return true;
    setFailure(null);
    try {
      const { data } = await mutateAsync({
        resource: 'flowConfig',
        id: record.id,
        values: { version: base.version, steps: storedSteps(design), condition: design.condition },
        successNotification: false,
        errorNotification: false,
      });
      setBase(data);
      message.success(t('form.saved', { name: flowName }));
      return true;
    } catch (error) {
      // The one rejection of a mutation is the door's answer.
      setFailure(error as RequestError);
      return false;
    }
  }
  useSaveKey(() => void save());
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
      const key = pressedKey(event).toLowerCase();
      if (key === 'z') act({ type: event.shiftKey ? 'redo' : 'undo' });
      else if (key === 'y') act({ type: 'redo' });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const step = selected === null ? undefined : design.steps[selected];
  return (
    <div className="cw-page flow-design">
      <header className="cw-bar">
        <h1 className="cw-title">
          <Link to={resource.path}>{label(listLabel(resource.schema))}</Link> /{' '}
          <Link to={`${resource.path}/${record.id}`}>{flowName}</Link>
        </h1>
        <Tag style={{ margin: 0 }}>
          {label(resource.schema.properties.documentKind?.['x-enum']?.[kind], kind)}
        </Tag>
        <span style={{ color: 'var(--cw-soft)' }}>
          {published > 0 ? t('flow.design.published', { number: published }) : t('flow.design.never')}
          {dirty && ` · ${t('flow.design.unsaved')}`}
        </span>
        <span className="cw-grow" />
        <Button
          icon={<UndoOutlined />}
          aria-label={t('flow.design.undo')}
          title={t('flow.design.undo')}
          disabled={state.past.length === 0}
          onClick={() => act({ type: 'undo' })}
        />
        <Button
          icon={<RedoOutlined />}
          aria-label={t('flow.design.redo')}
          title={t('flow.design.redo')}
          disabled={state.future.length === 0}
          onClick={() => act({ type: 'redo' })}
        />
        <Button icon={<HistoryOutlined />} onClick={() => setVersions(true)}>
          {t('flow.design.versions')}
        </Button>
        <Button
          icon={<SaveOutlined />}
          disabled={!dirty}
          loading={mutation.isPending}
          onClick={() => void save()}
        >
          {t('flow.design.save')}
        </Button>
        <Button
          type="primary"
          icon={<CloudUploadOutlined />}
          disabled={errors.length > 0 || check.isFetching}
          title={errors.length > 0 ? t('flow.design.broken', { count: errors.length }) : undefined}
          onClick={() => setPublishing(true)}
        >
          {t('flow.design.publish')}
        </Button>
      </header>
      {failure && (
        <>
          <Failure
            title={failure.statusCode === 409 ? t('flow.design.stale') : t('flow.design.notSaved')}
            error={failure}
          />
          {failure.statusCode === 409 && (
            <span>
              <Button onClick={() => load(record)}>{t('flow.design.reload')}</Button>
            </span>
          )}
        </>
      )}
      {check.error && <Failure title={t('flow.design.checkFailed')} error={check.error} />}
      {record.proposedVersion === record.version && (
        <Alert type="info" showIcon role="status" message={t('flow.design.proposed')} />
      )}
      <Problems
        problems={problems}
        onOpen={(index) => act({ type: 'select', index })}
        steps={design.steps.length}
      />
      {!mobile && (
        <FlowCanvas
          label={t('flow.design.canvas')}
          heightPx={300}
          start={t('flow.canvas.start')}
          end={t('flow.canvas.end')}
          refused={t('flow.canvas.refused')}
          returned={t('flow.canvas.returned')}
          selected={selected}
          onSelect={(index) => act({ type: 'select', index })}
          onMove={(from, to) => act({ type: 'move', from, to })}
          steps={design.steps.map((one, index) => {
            const own = problems.filter((problem) => problem.step === index);
            return {
              key: one.key,
              returns: one.mayReturn,
              problem: own.some(({ level }) => level === 'error')
                ? 'error'
                : own.length > 0
                  ? 'warning'
                  : undefined,
              content: (
                <StepCard
                  index={index}
                  name={nameIn(one, locale) || t('flow.panel.nameless')}
                  who={[
                    ...one.roles.map((role) => roleName(nameable, role)),
                    ...one.organizationUnits.map(
                      (unit) =>
                        nameable?.organizationUnits.find((known) => known.id === unit)?.text ?? `#${unit}`,
                    ),
                    ...one.users.map(
                      (user) => nameable?.users.find((known) => known.id === user)?.text ?? `#${user}`,
                    ),
                  ]}
                  facts={[
                    t(`flow.quorum.${one.quorum}`),
                    one.timeLimitMinutes
                      ? t('flow.canvas.limit', {
                          span: durationText(one.timeLimitMinutes * 60_000, locale),
                          after: t(`flow.timeout.${one.onTimeout}`),
                        })
                      : null,
                    one.condition ? t('flow.canvas.conditional') : null,
                  ].filter((fact) => fact !== null)}
                  problems={own}
                />
              ),
            };
          })}
        />
      )}
      <div className="flow-design-columns">
        <StepList design={design} selected={selected} problems={problems} act={act} />
        {step && selected !== null ? (
          <StepPanel
            step={step}
            documentKind={kind}
            problems={problems.filter((problem) => problem.step === selected)}
            people={check.data?.people[selected]}
            nameable={nameable}
            onChange={(values) => act({ type: 'change', index: selected, values })}
          />
        ) : (
          <section className="flow-panel" aria-label={t('flow.list.flow')}>
            <h2>{t('flow.list.flow')}</h2>
            <p style={{ margin: 0, color: 'var(--cw-soft)' }}>{t('flow.design.conditionAbout')}</p>
            <ConditionEditor
              documentKind={kind}
              label={t('flow.step.condition')}
              value={design.condition}
              onChange={(condition) => act({ type: 'condition', condition })}
            />
            <ProblemTexts problems={problems.filter((problem) => problem.step === null)} />
          </section>
        )}
      </div>
      <VersionsPanel
        id={record.id}
        publishedVersion={published}
        design={design}
        open={versions}
        onClose={() => setVersions(false)}
        onTake={(taken) => {
          act({ type: 'replace', design: taken });
          setVersions(false);
        }}
      />
      {publishing && (
        <PublishDialog
          id={record.id}
          publishedVersion={published}
          design={design}
          save={save}
          onClose={() => setPublishing(false)}
          onPublished={async (number) => {
            // First what was published is read again: a change on top of what was there before could not be saved.
            await invalidate({ resource: 'flowConfig', id: record.id, invalidates: ['list', 'detail'] });
            setPublishing(false);
            if (number === null) message.info(t('flow.publish.proposed'));
            else message.success(t('flow.publish.done', { number }));
          }}
        />
      )}
      <UnsavedGuard dirty={mustAsk} />
    </div>
  );
}

/** All that is wrong, each leading to its step. */
function Problems({
  problems,
  steps,
  onOpen,
}: {
  problems: FlowProblemView[];
  steps: number;
  onOpen: (index: number | null) => void;
}) {
  const { t } = useTranslation();
  if (problems.length === 0) {
    return <output style={{ color: 'var(--cw-good)' }}>✓ {t('flow.design.sound', { count: steps })}</output>;
  }
  const broken = problems.some(({ level }) => level === 'error');
  return (
    <Alert
      type={broken ? 'error' : 'warning'}
      showIcon
      role="status"
      message={t(broken ? 'flow.design.broken' : 'flow.design.warned', { count: problems.length })}
      description={
        <ul className="flow-problems">
          {problems.map(({ step, field, text }) => (
            <li key={`${step} ${field} ${text}`}>
              <button type="button" className="cw-link" onClick={() => onOpen(step)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      }
    />
  );
}

function StepCard({
  index,
  name,
  who,
  facts,
  problems,
}: {
  index: number;
  name: string;
  who: string[];
  facts: string[];
  problems: FlowProblemView[];
}) {
  return (
    <>
      <span className="flow-node-head">
        <span>{index + 1}</span>
        <span>{name}</span>
      </span>
      <span className="flow-node-line">{who.join(' / ') || '—'}</span>
      <span className="flow-node-line">{facts.join(' · ')}</span>
      <ProblemTexts problems={problems} />
    </>
  );
}
