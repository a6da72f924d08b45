import { Progress, Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportJob } from '#domain/record/transfer/job.ts';

/** Counts side by side; figures that change do not move. */
export function Counts({ of }: { of: [name: string, value: number, tone?: 'good' | 'bad'][] }) {
  const { t } = useTranslation();
  return (
    <div className="cw-import-figures" aria-live="polite">
      {of.map(([name, value, tone]) => (
        <Statistic
          key={name}
          title={t(`transfer.figure.${name}`)}
          value={value}
          {...(tone && value > 0 ? { className: `cw-import-${tone}` } : {})}
        />
      ))}
    </div>
  );
}

export function Bar({ job, text }: { job: ImportJob; text: string }) {
  return (
    <Progress
      percent={Math.round((job.progress ?? 0) * 100)}
      status="active"
      aria-label={text}
      format={(percent) => `${percent}%`}
    />
  );
}
