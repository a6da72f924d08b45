import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { errorText } from '#web/client/error-text.ts';
import { useHub } from '#web/client/hub.ts';
import '#web/client/server-notices.ts';
import { catalogueReady } from '#web/client/load-record-types.ts';
import { TicketPage } from '#web/features/registration/public/ticket-page.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { RefineFrame } from '#web/ui/refine-frame.tsx';
import { Splash } from '#web/ui/splash.tsx';
import { usePhoneAccess } from './phone-access.ts';

/** A page that another program opens: by a token, a ticket or the browser's own session; without one it says how to get one. */
export function PhoneFrame({
  byTicket,
  bySession,
}: {
  byTicket: (ticket: string) => ReactNode;
  bySession: () => ReactNode;
}) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useDocumentTitle(pathname);
  const access = usePhoneAccess();
  switch (access.by) {
    case 'nothing':
      return <TicketPage />;
    case 'over':
      return <TicketPage over />;
    case 'waiting':
      return <Splash />;
    case 'failure':
      return (
        <PlainPage sign="!" title={t('share.openFailed')} text={errorText(access.error, t)}>
          <button type="button" className="cw-button" onClick={access.retry}>
            {t('shell.retry')}
          </button>
        </PlainPage>
      );
    case 'ticket':
      return <RefineFrame>{byTicket(access.ticket)}</RefineFrame>;
    case 'session':
      return (
        <RefineFrame>
          <Live />
          {bySession()}
        </RefineFrame>
      );
  }
}

function Live() {
  useHub('chat');
  useEffect(() => void catalogueReady().catch(() => undefined), []);
  return null;
}
