import { sql as raw } from 'kysely';
import { momentNear } from '#domain/messages/against-notified.ts';
import { dateOf, otherText } from '#domain/messages/field-other.ts';
import type { Message } from '#domain/messages/message-parts.ts';
import { planState } from '#domain/plans/states.ts';
import type { Sql } from '#server/db/sql.ts';

/** A flight as its addressees know it from the last message. */
export interface Candidate {
  plan: number;
  jobTask: number;
  company: number;
  state: number;
  destination: string;
  /** DEP/ of field 18 as it was told, where its departure is ZZZZ. */
  departurePlace: string | null;
  /** DEST/ of it, where its destination is ZZZZ. */
  destinationPlace: string | null;
  /** Estimated off-block time, UTC ms. */
  offBlockAt: number;
  dated: boolean;
}

const dayMs = 86_400_000;

/** Flights that carry the message's callsign and departure, a day around now or on the day that it names. */
export async function candidatesFor(sql: Sql, message: Message, now: Date): Promise<Candidate[]> {
  const { callsign } = message.fields['7'] ?? {};
  const departure = message.fields['13']?.aerodrome;
  if (!callsign || !departure) return [];
  const dof = otherText(message.fields['18'], 'DOF');
  const date = dof === null ? null : dateOf(dof);
  // A day that there is not fits no flight: a person has to see what was meant.
  if (dof !== null && date === null) return [];
  const around = date ? Date.parse(`${date}T12:00:00Z`) : now.getTime();
  const { rows } = await raw<Omit<Candidate, 'offBlockAt'> & { offBlockAt: string; callsign: string }>`
    select * from (
      select distinct on (m.job_task) m.job_task as "jobTask", m.plan, p.company, p.state, m.callsign, m.departure,
        m.destination, m.departure_place as "departurePlace",
        m.destination_place as "destinationPlace", m.off_block_at as "offBlockAt", m.dof is not null as dated
      from plan_message m join plan p on p.id = m.plan and p.deleted_at is null
      where m.callsign = ${callsign} and m.departure = ${departure} and m.off_block_at is not null
        and m.state not in ('ignored', 'waiting') and m.deleted_at is null
      order by m.job_task, m.id desc) t
    where "offBlockAt" between ${new Date(around - dayMs).toISOString()}::timestamptz
      and ${new Date(around + dayMs).toISOString()}::timestamptz`.execute(sql);
  return rows
    .map((row) => ({ ...row, offBlockAt: Date.parse(row.offBlockAt) }))
    .filter(({ offBlockAt }) => !date || new Date(offBlockAt).toISOString().slice(0, 10) === date);
}

/** In which states a plan may be that the message speaks of. */
const states: Partial<Record<string, number[]>> = {
  DEP: [
    planState.releaseAllowed,
    planState.releaseSubmitted,
    planState.releaseInProgress,
    planState.approved,
  ],
  ARR: [planState.inFlight, planState.releaseAllowed],
};
const beforeTakeOff = [4, 5, 6, 7, 8];

/**
 * The one flight that is meant: of those that leave from the place that field 18 names, where it names one that was told,
 * whose off-block time is the one named, or else the nearest. Two that are equally near are for a person to tell apart.
 */
export function chosen(candidates: Candidate[], message: Message): Candidate | 'none' | 'several' {
  const { type } = message.title;
  const destination = message.fields['16']?.aerodrome;
  const wanted = states[type] ?? (type === 'RQP' || type === 'RQS' ? null : beforeTakeOff);
  const fitting = candidates.filter(
    (one) =>
      (destination === undefined || destination === one.destination) &&
      (wanted === null || wanted.includes(one.state)),
  );
  const time = message.fields['13']?.time ?? message.fields['17']?.time ?? null;
  const away = (one: Candidate) =>
    time === null ? 0 : Math.abs(momentNear(time, one.offBlockAt) - one.offBlockAt);
  const place = otherText(message.fields['18'], 'DEP');
  const fromThere = fitting.filter(
    ({ departurePlace }) => departurePlace !== null && departurePlace === place,
  );
  const sorted = [...(fromThere.length > 0 ? fromThere : fitting)].sort((a, b) => away(a) - away(b));
  const [first, second] = sorted;
  if (!first) return 'none';
  return second && away(second) === away(first) ? 'several' : first;
}
