import { Button, Card, Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Candidate } from './standing-queries.ts';

interface Props {
  candidates: Candidate[];
  /** The user may make plans at all. */
  files: boolean;
  busy: number | 'all' | null;
  onMake: (standingPlans: number[] | null) => void;
}

/** The standing plans that fly on the day: what is made of each, what can be, and what stands in the way. */
export function Candidates({ candidates, files, busy, onMake }: Props) {
  const { t } = useTranslation();
  const open = candidates.filter(({ made, blocked }) => made === null && blocked === null);
  return (
    <Card
      size="small"
      title={t('standing.tomorrow.candidates', { count: candidates.length })}
      extra={
        files &&
        open.length > 0 && (
          <Button
            type="primary"
            size="small"
            loading={busy === 'all'}
            disabled={busy !== null && busy !== 'all'}
            onClick={() => onMake(null)}
          >
            {t('standing.tomorrow.makeAll', { count: open.length })}
          </Button>
        )
      }
    >
      {candidates.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={
            <>
              {t('standing.tomorrow.noCandidates')}{' '}
              <Link to="/navigation/standing">{t('standing.toList')}</Link>
            </>
          }
        />
      ) : (
        <ul className="tomorrow-candidates">
          {candidates.map(({ standingPlan, planNumber, companyName, callsigns, made, blocked }) => (
            <li key={standingPlan} data-standing={planNumber}>
              <div>
                <Link to={`/navigation/detailsSN?id=${standingPlan}`} className="cw-figures">
                  <strong>{callsigns.join(' ') || planNumber}</strong>
                </Link>{' '}
                <span className="plan-soft cw-figures">{planNumber}</span>
                <div className="plan-soft">{companyName}</div>
              </div>
              {made !== null ? (
                <Link to={`/navigation/detailsT?id=${made}`}>
                  <span aria-hidden="true">✓ </span>
                  {t('standing.next.made')}
                </Link>
              ) : blocked !== null ? (
                <span className="plan-late tomorrow-blocked">
                  <span aria-hidden="true">⊘ </span>
                  {blocked}
                </span>
              ) : files ? (
                <Button
                  size="small"
                  loading={busy === standingPlan}
                  disabled={busy !== null && busy !== standingPlan}
                  aria-label={t('standing.makeOf', { plan: callsigns.join(' ') || planNumber })}
                  onClick={() => onMake([standingPlan])}
                >
                  {t('standing.make')}
                </Button>
              ) : (
                <span className="plan-soft">{t('standing.notMade')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
