import { CheckCircleFilled, LockOutlined } from '@ant-design/icons';
import { Card } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StartStep } from '#domain/identity/start-steps.ts';
import { useStartProgress } from './start-queries.ts';
import './start-steps.css';

interface Props {
  /** The steps that can be done now, each with where; the others wait for the certification. */
  open: readonly (readonly [StartStep, to: string])[];
}

/** From the registration to the first plan: what is there, what is still to be done, and where. */
export function StartSteps({ open }: Props) {
  const { t } = useTranslation();
  const { data } = useStartProgress();
  if (!data) return null;
  const places = new Map(open);
  const left = data.filter(({ done }) => !done).length;
  return (
    <Card size="small" title={t('register.start.title')} extra={t('register.start.left', { count: left })}>
      <ol className="start-steps">
        {data.map(({ step, count, done }) => {
          const to = places.get(step);
          const label = t(`register.start.${step}`);
          return (
            <li key={step} data-step={step} data-done={done}>
              <span className="start-sign" aria-hidden="true">
                {done ? <CheckCircleFilled /> : to === undefined ? <LockOutlined /> : '○'}
              </span>
              <span>
                {to === undefined ? (
                  label
                ) : to.startsWith('#') ? (
                  <a href={to}>{label}</a>
                ) : (
                  <Link to={to}>{label}</Link>
                )}{' '}
                <span className="plan-soft">
                  {done
                    ? t('register.start.done', { count })
                    : t(to === undefined ? 'register.start.later' : `register.start.${step}.text`)}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
