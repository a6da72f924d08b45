import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type PlanMeasures, planFigure, planFigures } from '#domain/statistics/measures.ts';
import { MeasureTable } from '#web/ui/measure-table.tsx';
import { figureText } from './statistics-state.ts';

export interface FigureRow {
  key: string;
  name: string;
  sums: PlanMeasures;
  /** The records that it counts. */
  link?: string | undefined;
}

/** The sums of plans behind a chart; each line leads to what it counts. */
export function FigureTable({ head, rows, label }: { head: string; rows: FigureRow[]; label: string }) {
  const { t } = useTranslation();
  return (
    <MeasureTable<FigureRow>
      head={head}
      label={label}
      empty={t('statistics.empty')}
      rows={rows}
      nameOf={({ name, link }) => (link ? <Link to={link}>{name}</Link> : name)}
      measures={planFigures.map((figure) => ({
        key: figure,
        title: t(`statistics.figure.${figure}`),
        value: ({ sums }) => planFigure(sums, figure),
        text: ({ sums }) => figureText(sums, figure),
      }))}
    />
  );
}
