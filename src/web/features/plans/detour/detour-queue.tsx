import { useTranslation } from 'react-i18next';
import { FlightTime } from '#web/ui/flight-time.tsx';
import type { Detour } from './detour-queries.ts';
import './detour.css';

/** Above the queue of the inbox: a flight that waits in the air waits for nobody's clock. */
export function DetourQueue({
  detours,
  open,
  onOpen,
}: {
  detours: readonly Detour[];
  /** The plan that is open. */
  open: number | null;
  onOpen: (plan: number) => void;
}) {
  const { t } = useTranslation();
  if (detours.length === 0) return null;
  return (
    <section className="detour-queue" aria-label={t('plan.detour.waiting')}>
      <h2>
        <span aria-hidden="true">⤳ </span>
        {t('plan.detour.waiting')} {detours.length}
      </h2>
      <ul>
        {detours.map((detour) => (
          <li key={detour.id}>
            <button
              type="button"
              aria-current={detour.plan === open}
              data-detour={detour.id}
              onClick={() => onOpen(detour.plan)}
            >
              <strong className="cw-figures">
                {detour.callsign} {detour.planNumber}
              </strong>
              <span>{detour.reason}</span>
              <span className="plan-soft">
                <FlightTime at={detour.appliedAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
