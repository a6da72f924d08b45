import { Select, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { ServiceDecision } from '#contract/statistics.ts';
import { type DecisionPart, decisionParts } from '#domain/statistics/measures.ts';
import { localText } from '#web/client/clock.ts';
import { callService, formInput } from '#web/client/services.ts';
import { ReportChoices } from '#web/features/plans/report/report-choices.tsx';
import { CountedList } from './counted-list.tsx';
import { decisionsInput, useDecisionsState } from './decisions-state.ts';
import { documentColumns } from './document-columns.tsx';
import { KindChoice } from './kind-choice.tsx';

type Answer = OutputOf<'Statistics', 'GetDecisions'>;

/** The decisions that a figure of the service's work counts, each with the record that it was about. */
export function DecisionsPage() {
  const { t } = useTranslation();
  const [state, change] = useDecisionsState();
  const { kind, person, part } = state;
  const input = decisionsInput(state);
  const ofPerson = (answer: Answer | undefined) =>
    t('statistics.decisionList.ofPerson', {
      name: person === 0 ? t('statistics.work.system') : (answer?.personName ?? `#${person}`),
    });
  return (
    <CountedList<ServiceDecision, Answer>
      title={t('statistics.decisionList')}
      empty={t('statistics.work.empty')}
      input={input}
      read={(window) =>
        callService(
          'Statistics',
          'GetDecisions',
          formInput<InputOf<'Statistics', 'GetDecisions'>>({ ...input, ...window }),
        )
      }
      file="ExportDecisions"
      back={{ to: '/statistics/navigationFSS', title: t('statistics.service') }}
      page={state.page}
      onPage={(page) => change({ page })}
      rowKey={({ id }) => String(id)}
      choices={(answer) => (
        <>
          <ReportChoices state={state} onChange={change} only={['companies']} />
          <div className="cw-bar">
            <KindChoice kind={kind} onChange={(next) => change({ kind: next })} />
            <Select<DecisionPart>
              aria-label={t('statistics.part')}
              value={part}
              onChange={(next) => change({ part: next })}
              options={decisionParts.map((value) => ({ value, label: t(`statistics.part.${value}`) }))}
              popupMatchSelectWidth={false}
            />
            {person !== null && (
              <Tag closable onClose={() => change({ person: null })}>
                {ofPerson(answer)}
              </Tag>
            )}
          </div>
        </>
      )}
      companies={state.filters.companies ?? []}
      chosen={(answer) => [
        `${answer.from} – ${answer.to} (${answer.timeZone})`,
        kind !== null && t(`statistics.kind.${kind}`),
        part !== 'decisions' && t(`statistics.part.${part}`),
        person !== null && ofPerson(answer),
      ]}
      columns={[
        {
          key: 'decidedAt',
          title: t('statistics.decisionList.decidedAt'),
          cell: ({ decidedAt }) => <span className="cw-figures">{localText(decidedAt)}</span>,
        },
        ...documentColumns(t),
        {
          key: 'decision',
          title: t('statistics.decisionList.decision'),
          cell: ({ decision }) => t(`statistics.decision.${decision}`),
        },
        {
          key: 'person',
          title: t('statistics.work.person'),
          cell: ({ personName }) => personName ?? t('statistics.work.system'),
        },
        {
          key: 'wait',
          title: t('statistics.decisionList.wait'),
          end: true,
          cell: ({ waitMinutes }) => (
            <span className="cw-figures">
              {waitMinutes.toLocaleString('en-US', { maximumFractionDigits: 1 })}
            </span>
          ),
        },
        {
          key: 'decideBy',
          title: t('statistics.decisionList.decideBy'),
          cell: ({ decideBy, inTime }) => (
            <span className="cw-figures">
              {decideBy === null ? '—' : localText(decideBy)}
              {inTime === false && <strong> {t('statistics.decisionList.late')}</strong>}
            </span>
          ),
        },
      ]}
    />
  );
}
