import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PlainPage } from '../../components/plain-page.tsx';
import { useDocumentTitle } from '../../shell/document-title.ts';
import { LanguageSwitch } from '../../shell/language-switch.tsx';

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
