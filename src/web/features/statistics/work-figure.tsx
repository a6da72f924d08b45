import { Link } from 'react-router';
import { type WorkFigure, type WorkMeasures, workFigure } from '#domain/statistics/measures.ts';
import { workText } from './work-text.ts';

/** A figure that leads to the decisions it counts, where it counts any. */
export function WorkFigureLink({ work, figure, to }: { work: WorkMeasures; figure: WorkFigure; to: string }) {
  const text = workText(work, figure);
  return workFigure(work, figure) ? <Link to={to}>{text}</Link> : text;
}
