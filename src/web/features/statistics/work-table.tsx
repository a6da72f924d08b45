import { useTranslation } from 'react-i18next';
import { type WorkFigure, type WorkMeasures, workFigure, workFigures } from '#domain/statistics/measures.ts';
import { MeasureTable } from '#web/ui/measure-table.tsx';
import { workText } from './work-text.ts';

export interface WorkRow {
  key: string;
  name: string;
  work: WorkMeasures;
  /** Where the decisions are that a figure counts. */
  link: (figure: WorkFigure) => string;
}

/** Decisions by whatever the lines are; each figure leads to what it counts. */
export function WorkTable({
  head,
  rows,
  label,
  whole = false,
}: {
  head: string;
  rows: WorkRow[];
  label: string;
  whole?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <MeasureTable<WorkRow>
      head={head}
      label={label}
      empty={t('statistics.work.empty')}
      rows={rows}
      whole={whole}
      measures={workFigures.map((figure) => ({
        key: figure,
        title: t(`statistics.work.${figure}`),
        value: ({ work }) => workFigure(work, figure),
        text: ({ work }) => workText(work, figure),
        link: ({ link, work }) => (workFigure(work, figure) ? link(figure) : undefined),
        linkLabel: ({ name }) =>
          t('statistics.decisionList.show', { figure: t(`statistics.work.${figure}`), of: name }),
      }))}
    />
  );
}
