import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { permissions as known } from '#domain/identity/permissions.ts';
import type { ScreenRefusal } from '#domain/identity/screens.ts';
import { explainPermission, type PermissionAnswer } from '#web/client/explain-permission.ts';
import { useLocale } from '#web/client/locale.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { readForbidden } from './forbidden-path.ts';

/** Someone may not open a page: told so, and on asking told by which rule. */
export function Forbidden() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  useDocumentTitle(pathname);
  const what = useMemo(() => readForbidden(query), [query]);
  const [isExplained, setIsExplained] = useState(false);
  return (
    <PlainPage sign="401" title={t('shell.forbidden.title')} text={t('shell.forbidden.text')}>
      {what && !isExplained && (
        <button type="button" className="cw-link" onClick={() => setIsExplained(true)}>
          {t('show.why')}
        </button>
      )}
      {what && isExplained && <Reasons what={what} />}
      <Link to="/" className="cw-button">
        {t('shell.backHome')}
      </Link>
    </PlainPage>
  );
}

function Reasons({ what }: { what: ScreenRefusal }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [answer, setAnswer] = useState<PermissionAnswer>();
  const [problem, setError] = useState<string>();
  useEffect(() => {
    if ('permissions' in what) return;
    explainPermission(what).then(setAnswer, (error: unknown) =>
      setError(error instanceof Error ? error.message : 'shell.error.unknown'),
    );
  }, [what]);
  const lines =
    'permissions' in what
      ? what.permissions.map((name) => {
          const label = known.find((one) => one.name === name)?.label[locale];
          return label ? `${name} · ${label}` : name;
        })
      : (answer?.steps.map(({ text }) => text) ?? []);
  return (
    <div role="status" style={{ textAlign: 'start', width: '100%' }}>
      {'permissions' in what && <p>{t('show.why.needs')}</p>}
      {problem && <p>{t(problem)}</p>}
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
