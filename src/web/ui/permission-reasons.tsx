import { QuestionCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Popover, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  explainPermission,
  type PermissionAnswer,
  type PermissionQuestion,
} from '#web/client/explain-permission.ts';
import './permission-reasons.css';

/** Asks the server why something may not be done, and says each rule that was looked at. */
export function ReasonSteps({ question }: { question: PermissionQuestion }) {
  const { t } = useTranslation();
  const { error, data } = useQuery({
    queryKey: ['why', question],
    queryFn: () => explainPermission(question),
    staleTime: 10_000,
    retry: false,
  });
  // No refusal of its own explains a refusal.
  if (error) return <Alert type="error" message={t(error.message)} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return <ReasonText answer={data} />;
}

const glyphs = { yes: '✓', no: '✕', note: '·' } as const;

/** What the server said, without asking it. */
function ReasonText({ answer }: { answer: PermissionAnswer }) {
  const { t } = useTranslation();
  return (
    <div className="cw-why">
      <strong>
        {answer.name} {answer.title}
      </strong>
      <ul>
        {answer.steps.map(({ rule, outcome, text }) => (
          <li key={`${rule} ${text}`} data-outcome={outcome}>
            <span aria-hidden="true">{glyphs[outcome]}</span>
            <span className="cw-hidden">{t(`show.why.${outcome}`)}</span> <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opens the reason beside what is in it. */
function WhyPopover({
  question,
  children,
}: {
  question: PermissionQuestion;
  children: (open: boolean) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      content={
        <div style={{ width: 320, maxWidth: '80vw' }}>{open && <ReasonSteps question={question} />}</div>
      }
    >
      {children(open)}
    </Popover>
  );
}

/** A small button that opens the reason; `label` is what it says, by default a question mark. */
export function PermissionReasons({ question, label }: { question: PermissionQuestion; label?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <WhyPopover question={question}>
      {(open) => (
        <Button
          size="small"
          type="link"
          icon={label ? undefined : <QuestionCircleOutlined />}
          aria-label={label ? undefined : t('show.why')}
          aria-expanded={open}
        >
          {label}
        </Button>
      )}
    </WhyPopover>
  );
}

/**
 * A button for what one may never do is not there; for what one cannot do now it stands here: it does nothing but
 * say why.
 */
export function BarredButton({ question, children }: { question: PermissionQuestion; children: ReactNode }) {
  return (
    <WhyPopover question={question}>
      {() => (
        <Button aria-disabled="true" className="cw-barred">
          {children}
        </Button>
      )}
    </WhyPopover>
  );
}
