import { useAbility } from '@casl/react';
import { useInvalidate } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Drawer, Progress, Steps } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Ability } from '#domain/identity/access.ts';
import { listLabel } from '#domain/record/resource.ts';
import { busyStates, type ImportJob, type ImportPlan } from '#domain/record/transfer/job.ts';
import { useLabel } from '#web/client/locale.ts';
import { usePreference } from '#web/client/preference.ts';
import type { ListToolProps } from '#web/engine/list/list-tool.ts';
import { useWindowWidth } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { errorPageSize } from './error-page-size.ts';
import { FileStep } from './file-step.tsx';
import { ModeStep } from './mode-step.tsx';
import { draftOf, fieldsFor, modesFor, readRemembered, rememberedFrom } from './plan-draft.ts';
import { ResultStep } from './result-step.tsx';
import {
  cancelImport,
  checkImport,
  type ReadAgain,
  readAgain,
  readReport,
  runImport,
} from './transfer-api.ts';
import './transfer.css';

const pollMs = 700;
const narrowPx = 720;

type Step = 'file' | 'columns' | 'mode' | 'check' | 'result';
const steps: Step[] = ['file', 'columns', 'mode', 'check', 'result'];

/** Where an import is to be looked at, by what has become of it. */
function stepOf(job: ImportJob): Step {
  if (job.state === 'uploaded') return 'columns';
  if (job.state === 'checking' || job.state === 'checked') return 'check';
  // One that ended in its check has not begun to import.
  if (job.state !== 'done' && job.startedAt === null) return 'check';
  return 'result';
}

/** From a file to records: the file, its columns, how, a look without writing, and the writing itself. */
export function ImportDrawer({ resource, onClose }: ListToolProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const narrow = useWindowWidth() < narrowPx;
  const preference = usePreference(`import.${resource.name}`);
  const [jobId, setJobId] = useState<number | null>(null);
  const [step, setStep] = useState<Step>('file');
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [page, setPage] = useState(1);
  const [column, setColumn] = useState<string | undefined>();
  const [failure, setFailure] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const [notes, setNotes] = useState<string[]>([]);

  const open = useMemo(() => fieldsFor(ability, resource), [ability, resource]);
  const modes = useMemo(() => modesFor(ability, resource), [ability, resource]);
  const remembered = readRemembered(preference.value);

  const reportKey = ['import', resource.name, jobId, page, column];
  const { data: job, error } = useQuery({
    queryKey: reportKey,
    queryFn: () =>
      readReport(resource.name, jobId ?? 0, {
        start: (page - 1) * errorPageSize,
        end: page * errorPageSize,
        column,
      }),
    enabled: jobId !== null,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data && busyStates.includes(state.data.state) ? pollMs : false),
  });
  const busy = job !== undefined && busyStates.includes(job.state);

  // What was imported is seen in the list behind.
  const done = job?.state === 'done' || job?.state === 'cancelled';
  useEffect(() => {
    if (done) void invalidate({ resource: resource.name, invalidates: ['resourceAll'] });
  }, [done, invalidate, resource.name]);

  function take(taken: ImportJob, ofFile: string[]): void {
    setJobId(taken.id);
    setNotes(ofFile);
    setPlan(draftOf(taken, resource, open, modes, remembered));
    setStep(stepOf(taken));
    setPage(1);
    setColumn(undefined);
    setFailure(null);
  }

  async function act(next: Step, work: () => Promise<ImportJob>): Promise<void> {
    setFailure(null);
    setAsking(true);
    try {
      const now = await work();
      setPage(1);
      setColumn(undefined);
      client.setQueryData(['import', resource.name, now.id, 1, undefined], {
        faults: [],
        faultCount: 0,
        faultsByColumn: [],
        causes: [],
        ...now,
      });
      await client.invalidateQueries({ queryKey: ['import', resource.name, now.id] });
      setStep(next);
    } catch (problem) {
      setFailure(problem);
    } finally {
      setAsking(false);
    }
  }

  const check = () => {
    if (!job || !plan) return;
    preference.set(rememberedFrom(job, plan, remembered));
    void act('check', () => checkImport(resource.name, job.id, plan));
  };
  const readOtherwise = (chosen: ReadAgain) =>
    void act('columns', async () => {
      const taken = await readAgain(resource.name, jobId ?? 0, chosen);
      setPlan(draftOf(taken, resource, open, modes, remembered));
      return taken;
    });
  const current = steps.indexOf(step);
  const shared = job && plan ? { job, plan, resource, onPlan: setPlan } : null;
  const errorTable = { page, onPage: setPage, column, onColumn: setColumn };

  return (
    <Drawer
      open
      width="min(1040px, 100vw)"
      title={t('transfer.importOf', { name: label(listLabel(resource.schema), resource.name) })}
      onClose={onClose}
      maskClosable={!busy}
      classNames={{ body: 'cw-import' }}
    >
      {narrow ? (
        <div>
          <strong>{t(`transfer.step.${step}`)}</strong>
          <Progress
            percent={((current + 1) / steps.length) * 100}
            steps={steps.length}
            size="small"
            aria-label={t('transfer.steps')}
            format={() => `${current + 1}/${steps.length}`}
          />
        </div>
      ) : (
        <Steps
          size="small"
          current={current}
          items={steps.map((name) => ({ title: t(`transfer.step.${name}`) }))}
        />
      )}
      {busy && <Alert type="info" showIcon message={t('transfer.goesOn')} />}
      {(failure !== null || error) && <Failure title={t('transfer.importFailed')} error={failure ?? error} />}
      {step !== 'file' && notes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('transfer.notRead', { count: notes.length })}
          description={
            <ul className="cw-import-notes">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          }
        />
      )}
      {step === 'file' && <FileStep resource={resource} onTake={take} />}
      {shared && step === 'columns' && (
        <ColumnsStep
          {...shared}
          open={open}
          busy={asking}
          onRead={readOtherwise}
          onOther={() => setStep('file')}
          onNext={() => setStep('mode')}
        />
      )}
      {shared && step === 'mode' && (
        <ModeStep {...shared} modes={modes} busy={asking} onBack={() => setStep('columns')} onNext={check} />
      )}
      {shared && step === 'check' && (
        <CheckStep
          {...shared}
          {...errorTable}
          busy={asking}
          onChoose={(choice) => {
            if (!plan || !job) return;
            const rest = (plan.choices ?? []).filter(
              ({ field, text }) => field !== choice.field || text !== choice.text,
            );
            const next = { ...plan, choices: [...rest, choice] };
            setPlan(next);
            void act('check', () => checkImport(resource.name, job.id, next));
          }}
          onBack={() => setStep('columns')}
          onCancel={() => void act('check', () => cancelImport(resource.name, shared.job.id))}
          onRun={(onError) => void act('result', () => runImport(resource.name, shared.job.id, onError))}
        />
      )}
      {shared && step === 'result' && (
        <ResultStep
          {...shared}
          {...errorTable}
          busy={asking}
          onCancel={() => void act('result', () => cancelImport(resource.name, shared.job.id))}
          onAgain={() => {
            setJobId(null);
            setPlan(null);
            setStep('file');
          }}
          onBack={() => setStep('columns')}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}
