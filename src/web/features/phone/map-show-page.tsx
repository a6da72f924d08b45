import { useSearchParams } from 'react-router';
import { TicketPage } from '#web/features/registration/public/ticket-page.tsx';
import { ticketIn } from '#web/features/sharing/share-ticket.ts';
import { RefineFrame } from '#web/ui/refine-frame.tsx';
import { SharedPage } from './shared-page.tsx';

/** `/permission/mapshow?ticket=`: what a share link shows. */
export function MapShowPage() {
  const [query] = useSearchParams();
  const ticket = ticketIn(query);
  if (ticket === null) return <TicketPage />;
  return (
    <RefineFrame>
      <SharedPage key={ticket} ticket={ticket} />
    </RefineFrame>
  );
}
