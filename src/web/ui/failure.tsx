import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import { errorText } from '#web/client/error-text.ts';
import { questionOf } from '#web/client/explain-permission.ts';
import { PermissionReasons } from './permission-reasons.tsx';
import { RuleText } from './rule-text.tsx';

/** What happened, what to do next, and the number to quote. Stays until it is answered. */
export function Failure({ error, retry, title }: { error: unknown; retry?: () => void; title?: string }) {
  const { t } = useTranslation();
  const message = errorText(error, t);
  const facts = isObject(error) ? error : {};
  const parts = [
    title ? message : null,
    stringOf(facts.details),
    typeof facts.rule === 'string' ? t('list.rule', { rule: facts.rule }) : null,
    typeof facts.requestId === 'string' ? t('shell.error.requestId', { id: facts.requestId }) : null,
  ].filter(Boolean);
  const question = facts.statusCode === 403 ? questionOf(facts.request) : undefined;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={title ?? message}
      description={parts.length > 0 ? <RuleText text={parts.join(' · ')} /> : undefined}
      action={
        question ? (
          <PermissionReasons question={question} label={t('show.why')} />
        ) : retry ? (
          <Button size="small" onClick={retry}>
            {t('shell.retry')}
          </Button>
        ) : undefined
      }
    />
  );
}
