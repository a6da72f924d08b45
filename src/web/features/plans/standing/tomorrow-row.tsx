import { DeleteOutlined, DownOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlaceOf } from '#web/features/plans/place-of.ts';
import { PlanHeadline } from '#web/features/plans/plan-headline.tsx';
import { useFindings } from '#web/features/plans/plan-queries.ts';
import { FindingsList } from '#web/ui/findings-list.tsx';
import { Countdown, FlightSpan } from '#web/ui/flight-time.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import type { TermItem } from './standing-queries.ts';

/** What a submission answered about a plan that it did not take. */
export interface Refusal {
  id: number;
  message: string;
  details: string | null;
  fields: { field: string; message: string }[];
}

interface Props {
  plan: TermItem;
  /** It may be submitted: a draft or a rejected one of a company that I act for. */
  open: boolean;
  picked: boolean;
  current: boolean;
  expanded: boolean;
  refusal: Refusal | undefined;
  onPick: (picked: boolean) => void;
  onExpand: () => void;
  onDelete: () => void;
  onFocus: () => void;
}

/** A plan of the day under review: its clock, what the check found, and all of that when it is opened. */
export function TomorrowRow(props: Props) {
  const { plan, open, picked, current, expanded, refusal, onPick, onExpand, onDelete, onFocus } = props;
  const { t } = useTranslation();
  const name = plan.callsign ?? plan.planNumber;
  return (
    <li
      data-plan={plan.planNumber}
      data-state={plan.state}
      data-current={current || undefined}
      onFocus={onFocus}
    >
      <div className="tomorrow-row">
        <Checkbox
          checked={picked}
          disabled={!open}
          aria-label={t('standing.tomorrow.pick', { plan: name })}
          onChange={({ target }) => onPick(target.checked)}
        />
        <Button
          type="text"
          size="small"
          className="tomorrow-open"
          icon={expanded ? <DownOutlined /> : <RightOutlined />}
          aria-expanded={expanded}
          aria-label={t('standing.tomorrow.expand', { plan: name })}
          onClick={onExpand}
        />
        <PlanStateTag state={plan.state} restricted={plan.restricted} />
        <div>
          <PlanHeadline
            plan={plan}
            page={plan.kind === 'nextDay' ? '/navigation/detailsT' : '/navigation/details'}
          />
        </div>
        <div>
          <FlightSpan from={plan.startTime} to={plan.endTime} />
          {open && plan.submitBy && (
            <div>
              <Countdown to={plan.submitBy} label={t('plan.clock.submit')} />
            </div>
          )}
          {plan.withinTerm && (
            <div>
              <small className="plan-soft">{t('standing.tomorrow.withinTerm')}</small>
            </div>
          )}
        </div>
        <CheckResult id={plan.id} />
        {open ? (
          <span className="cw-bar">
            <Link to={`/navigation/edit_n?id=${plan.id}`}>
              <Button size="small" tabIndex={-1}>
                {t('plan.action.edit')}
              </Button>
            </Link>
            <Button
              size="small"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('standing.tomorrow.deleteOne', { plan: name })}
              title={t('plan.action.delete')}
              onClick={onDelete}
            />
          </span>
        ) : (
          <span />
        )}
      </div>
      {refusal && (
        <Alert
          type="error"
          showIcon
          message={refusal.message}
          description={
            <>
              {refusal.details}
              {refusal.fields.length > 0 && (
                <ul>
                  {refusal.fields.map(({ field, message }) => (
                    <li key={`${field} ${message}`}>{message}</li>
                  ))}
                </ul>
              )}
            </>
          }
        />
      )}
      {expanded && <Findings id={plan.id} />}
    </li>
  );
}

/** The result of the check in a word and a sign. */
function CheckResult({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data, error } = useFindings(id);
  if (error) return <span className="plan-late">{t('plan.check.failed')}</span>;
  if (!data) return <span className="plan-soft">{t('standing.tomorrow.checking')}</span>;
  const errors = data.findings.filter(({ level }) => level === 'error').length;
  const warnings = data.findings.length - errors;
  const level = errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'clear';
  return (
    <span className="tomorrow-check" data-level={level}>
      <span aria-hidden="true">{{ error: '✕', warning: '!', clear: '✓' }[level]} </span>
      {level === 'clear'
        ? t('standing.tomorrow.clear')
        : t(level === 'error' ? 'standing.tomorrow.errors' : 'standing.tomorrow.warnings', {
            errors,
            warnings,
          })}
    </span>
  );
}

function Findings({ id }: { id: number }) {
  const { t } = useTranslation();
  const placeOf = usePlaceOf();
  const { data } = useFindings(id);
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  if (data.findings.length === 0) {
    return (
      <p className="plan-clear tomorrow-findings">
        <span aria-hidden="true">✓ </span>
        {t('plan.check.none')}
      </p>
    );
  }
  return (
    <div className="tomorrow-findings">
      <FindingsList findings={data.findings} placeOf={placeOf} />
    </div>
  );
}
