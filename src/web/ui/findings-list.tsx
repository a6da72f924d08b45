import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FindingView } from '#contract/finding-view.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { RuleText } from './rule-text.tsx';

interface Props {
  findings: FindingView[];
  /** Name of a field's place, e.g. `Sortie 1 · Aircraft`. */
  placeOf: (field: string) => string;
  /** Goes to the field; without it findings are only read. */
  onPick?: (field: string) => void;
}

/** Two sorties of another plan at the same time are told by their air only. */
const keyOf = ({ level, code, field, message, shape }: FindingView) =>
  [level, code, field, message, JSON.stringify(shape ?? null)].join(' ');

/** What a check found: errors before warnings, each with its rule, its place, and what it meets. */
export function FindingsList({ findings, placeOf, onPick }: Props) {
  const { t } = useTranslation();
  if (findings.length === 0) return null;
  const sorted = [...findings].sort((a, b) => (a.level === b.level ? 0 : a.level === 'error' ? -1 : 1));
  return (
    <ul className="plan-findings">
      {sorted.map((finding) => {
        const { level, code, field, message, rule } = finding;
        // What is missing in the form names its field itself: only the sortie is said before it.
        const typed = code === 'input';
        const place = typed ? placeOf(field.split('.').slice(0, 2).join('.')) : placeOf(field);
        const before = typed && !field.startsWith('tasks.') ? '' : place;
        const target = finding.with ? resourceNamed(finding.with.resource) : undefined;
        return (
          <li key={keyOf(finding)} data-level={level} data-code={code}>
            <span className="plan-finding-level">
              <span aria-hidden="true">{typed ? '○' : level === 'error' ? '✕' : '!'}</span>{' '}
              {t(`plan.check.level.${typed ? 'input' : level}`)}
            </span>
            <div>
              {onPick && field !== '' ? (
                <button type="button" className="cw-link" onClick={() => onPick(field)}>
                  {before !== '' && `${before}: `}
                  {message}
                </button>
              ) : (
                <span>
                  {before !== '' && <span className="plan-soft">{before}: </span>}
                  {message}
                </span>
              )}
              {finding.with && target && (
                <>
                  {' '}
                  <Link
                    to={
                      finding.with.resource === 'plan'
                        ? `/navigation/details?id=${finding.with.id}`
                        : `${target.path}/${finding.with.id}`
                    }
                  >
                    {finding.with.label}
                  </Link>
                </>
              )}
              {rule && (
                <div className="plan-soft">
                  <RuleText text={rule} />
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
