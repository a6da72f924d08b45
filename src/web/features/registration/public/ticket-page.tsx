import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { session } from '#web/client/session.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';

/** What each public page needs before it can show anything (decisions.md §9). */
const needs: Record<string, string> = {
  '/auth': 'shell.ticket.auth',
  '/preview': 'shell.ticket.preview',
  '/permission/mapapp': 'shell.ticket.map',
  '/permission/mapappno1': 'shell.ticket.mapDraw',
  '/permission/mapshow': 'shell.ticket.mapshow',
};

/**
 * A public page that was opened without the ticket, link or code it needs: it says which, and how to get one. `over`:
 * it came with one that no longer holds.
 */
export function TicketPage({ over = false }: { over?: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useDocumentTitle(pathname);
  const key = needs[pathname.toLowerCase().replace(/\/+$/, '')] ?? 'shell.ticket.applicant';
  // Whoever signs in on the phone comes back to its map.
  const isMap = key === 'shell.ticket.map' || key === 'shell.ticket.mapDraw';
  return (
    <PlainPage sign="i" title={t(over ? 'shell.ticket.over' : `${key}.title`)} text={t(`${key}.text`)}>
      {session.bearer() ? (
        <Link to="/" className="cw-button">
          {t('shell.backHome')}
        </Link>
      ) : (
        <Link to={isMap ? `/login?redirect=${encodeURIComponent(pathname)}` : '/login'} className="cw-button">
          {t('shell.ticket.signIn')}
        </Link>
      )}
      {isMap && (
        <Link className="cw-link" to="/permission/bindCode">
          {t('shell.public.bindCode')}
        </Link>
      )}
      {key === 'shell.ticket.auth' && (
        <Link className="cw-link" to="/reg">
          {t('register.reg.title')}
        </Link>
      )}
      <LanguageSwitch />
    </PlainPage>
  );
}
