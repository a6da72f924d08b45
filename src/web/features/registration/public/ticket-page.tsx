import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';

/** What each public page needs before it can show anything (decisions.md §9). */
const needs: Record<string, string> = {
  '/preview': 'shell.ticket.preview',
  '/permission/mapapp': 'shell.ticket.map',
  '/permission/mapappno1': 'shell.ticket.map',
  '/permission/mapshow': 'shell.ticket.mapshow',
};

/** A public page that was opened without the ticket, link or code it needs: it says which, and how to get one. */
export function TicketPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useDocumentTitle(pathname);
  const key = needs[pathname.toLowerCase().replace(/\/+$/, '')] ?? 'shell.ticket.applicant';
  return (
    <PlainPage sign="i" title={t(`${key}.title`)} text={t(`${key}.text`)}>
      <Link to="/login" className="cw-button">
        {t('shell.ticket.signIn')}
      </Link>
      <LanguageSwitch />
    </PlainPage>
  );
}
