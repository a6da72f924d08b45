import { createHash } from 'node:crypto';
import { momentNear } from '#domain/messages/against-notified.ts';
import { firstNotified } from '#domain/messages/compose.ts';
import {
  acknowledgedOrigin,
  filingMoment,
  filingText,
  type ReceivedEnvelope,
  readEnvelope,
  writeAcknowledgement,
} from '#domain/messages/envelope.ts';
import { dateOf, otherText } from '#domain/messages/field-other.ts';
import { parseMessage } from '#domain/messages/message.ts';
import type { Message } from '#domain/messages/message-parts.ts';
import { planState } from '#domain/plans/states.ts';
import { cleanText } from '#domain/text/clean.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { PlanLife } from '#server/features/plans/plan-life.ts';
import type { PlanReports } from '#server/features/plans/plan-reports.ts';
import { type PlanRecord, planRecord } from '#server/features/plans/plan-rows.ts';
import { tasksOf } from '#server/features/plans/plan-store.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { acknowledge } from './acknowledging.ts';
import { flightFacts } from './flight-facts.ts';
import { type Candidate, candidatesFor, chosen } from './matching.ts';
import { type GatewayRow, type MessageRow, messageRow, reasonColumns } from './message-rows.ts';
import type { MessageOutbox } from './outbox.ts';

export interface Receipt {
  id: number;
  state: 'waiting' | 'applied' | 'ignored';
  duplicate: boolean;
  /** Why it waits. */
  reason: Text | null;
}

export interface Inbound {
  /** Keeps what came in, and does what it says where that is allowed; otherwise it waits in the list. */
  receive(
    text: string,
    from?: { gateway?: GatewayRow; reference?: string; reply?(envelope: string): void },
  ): Promise<Receipt>;
  /** A person says to which plan it belongs. Refused, with the rule, where the plan cannot take it. */
  match(caller: Caller, id: number, planId: number): Promise<Receipt>;
  ignore(caller: Caller, id: number): Promise<Receipt>;
}

interface Done {
  /** The new off-block time that the addressees know of; null: the one that stood. */
  offBlockAt: number | null;
}
type Acted = Done | { reason: Text };

const done: Done = { offBlockAt: null };
const incomplete: Acted = { reason: { key: 'message.waits.incomplete' } };
const forPerson: Acted = { reason: { key: 'message.waits.person' } };

/** The same text again within this time is the same message. */
const sameWithinHours = 48;

export function createInbound(deps: {
  records: Records;
  sql: Sql;
  outbox: MessageOutbox;
  life: PlanLife;
  reports: PlanReports;
  /** Takes weather and notices; false: they are none, or nobody reads them. Absent: nobody does. */
  takeInformation?: (text: string, gatewayId: number | null) => Promise<boolean>;
  clock: () => Date;
}): Inbound {
  const { records, sql, outbox, life, reports, clock } = deps;
  const byLine = systemCaller('aftn');

  /** One row for one message, whoever receives it at the same time. */
  async function keep(
    envelope: ReceivedEnvelope,
    message: Message | null,
    original: string,
    from: { gateway?: GatewayRow; reference?: string },
  ): Promise<{ row: MessageRow; duplicate: boolean }> {
    const now = clock();
    const reference = from.reference ?? envelope.transmission ?? message?.title.number ?? null;
    const fingerprint = createHash('sha256')
      .update(
        [envelope.text.replace(/\s+/g, ' '), envelope.filing, envelope.originator, reference].join('\0'),
      )
      .digest('hex');
    return records.transaction(async (transaction) => {
      await lockNames(transaction.sql, [`message ${fingerprint}`]);
      const since = new Date(now.getTime() - sameWithinHours * 3_600_000).toISOString();
      const known = await transaction.sql
        .selectFrom('planMessage')
        .select('id')
        .where('fingerprint', '=', fingerprint)
        .where('receivedAt', '>=', since)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (known) {
        const row = messageRow(await records.get(byLine, 'planMessage', known.id, transaction.sql));
        return { row, duplicate: true };
      }
      const filedAt = envelope.filing ? filingMoment(envelope.filing, now) : null;
      const departure = message?.fields['13']?.aerodrome ?? null;
      const destination = message?.fields['16']?.aerodrome ?? message?.fields['17']?.aerodrome ?? null;
      const created = await records.create(
        byLine,
        'planMessage',
        {
          direction: 'in',
          type: message?.title.type ?? 'OTH',
          text: cleanText(envelope.text || original, 2_500),
          envelope: cleanText(original, 6_000),
          callsign: message?.fields['7']?.callsign ?? null,
          departure,
          destination,
          departurePlace: otherText(message?.fields['18'], 'DEP')?.slice(0, 200) ?? null,
          destinationPlace: otherText(message?.fields['18'], 'DEST')?.slice(0, 200) ?? null,
          departureAirport: await airportOf(transaction.sql, departure),
          destinationAirport: await airportOf(transaction.sql, destination),
          priority: envelope.priority,
          addressees: envelope.addressees.slice(0, 21),
          originator: envelope.originator,
          filingTime: filedAt?.toISOString() ?? null,
          gateway: from.gateway?.id ?? null,
          state: 'waiting',
          receivedAt: now.toISOString(),
          reference: reference?.slice(0, 32) ?? null,
          fingerprint,
        },
        transaction,
      );
      return { row: messageRow(created), duplicate: false };
    });
  }

  async function airportOf(db: Sql, indicator: string | null): Promise<number | null> {
    if (indicator === null) return null;
    const row = await db
      .selectFrom('airport')
      .select('id')
      .where('icao', '=', indicator)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return row ? row.id : null;
  }

  async function settle(row: MessageRow, values: Record<string, unknown>, caller: Caller = byLine) {
    await records.transaction(async (transaction) => {
      const current = await records.get(systemCaller('aftn'), 'planMessage', row.id, transaction.sql);
      await records.update(
        { ...caller, ability: byLine.ability },
        'planMessage',
        row.id,
        current.version,
        values,
        transaction,
      );
    });
  }

  async function applied(
    row: MessageRow,
    to: Candidate | null,
    { offBlockAt }: Done = done,
    caller?: Caller,
  ): Promise<Receipt> {
    const link = to ? { plan: to.plan, jobTask: to.jobTask, company: to.company } : {};
    // From now on the flight is known by this time.
    const known =
      offBlockAt === null
        ? {}
        : {
            offBlockAt: new Date(offBlockAt).toISOString(),
            dof: to?.dated ? new Date(offBlockAt).toISOString().slice(0, 10) : null,
          };
    await settle(row, { state: 'applied', ...reasonColumns(null), ...link, ...known }, caller);
    return { id: row.id, state: 'applied', duplicate: false, reason: null };
  }

  async function waits(row: MessageRow, reason: Text, to: Candidate | null = null): Promise<Receipt> {
    const link = to ? { plan: to.plan, jobTask: to.jobTask, company: to.company } : {};
    await settle(row, { ...reasonColumns(reason), ...link });
    return { id: row.id, state: 'waiting', duplicate: false, reason };
  }

  /** Does to the plan what the message says. Refusals of the plan's rules are thrown. */
  async function act(message: Message, to: Candidate, { originator }: MessageRow): Promise<Acted> {
    const { type } = message.title;
    const departs = message.fields['13']?.time ?? null;
    switch (type) {
      case 'DEP': {
        if (departs === null) return incomplete;
        await reports.report(byLine, to.plan, 9, momentNear(departs, to.offBlockAt), null);
        return done;
      }
      case 'ARR': {
        const landed = message.fields['17'];
        if (!landed) return incomplete;
        const at = momentNear(landed.time, clock().getTime());
        if (landed.aerodrome === to.destination && isThere(landed.name, to.destinationPlace)) {
          await reports.report(byLine, to.plan, 10, at, null);
          return done;
        }
        // It landed elsewhere: at an aerodrome of the records, or a person has to find the place.
        const airport = await airportOf(sql, landed.aerodrome);
        if (airport === null) return forPerson;
        await reports.report(byLine, to.plan, 10, at, null, { landedAt: { airport, point: null } });
        return done;
      }
      case 'DLA':
        return departs === null ? incomplete : newDeparture(to, momentNear(departs, to.offBlockAt));
      case 'CNL':
        await life.cancel(byLine, to.plan, storedText({ key: 'message.cancelledByMessage' }));
        return done;
      case 'CHG':
        return change(message, to);
      case 'RQP':
      case 'RQS':
        return answer(type === 'RQP' ? 'FPL' : 'SPL', to, originator ?? null);
      default:
        return forPerson;
    }
  }

  /** A delay keeps a plan from lapsing as a release application with that time does. */
  async function newDeparture(to: Candidate, at: number): Promise<Acted> {
    const plan = planRecord(await records.get(byLine, 'plan', to.plan));
    const stands = plan.realEtd ?? plan.startTime;
    const wanted = stands ? Date.parse(stands) + at - to.offBlockAt : at;
    if (plan.state === planState.releaseSubmitted) await life.editRelease(byLine, to.plan, wanted);
    else await life.applyRelease(byLine, to.plan, wanted);
    return { offBlockAt: at };
  }

  /** A new departure time is taken; whatever else is changed, a person looks at. */
  async function change(message: Message, to: Candidate): Promise<Acted> {
    const moved = message.amendments.find(({ field }) => field === '13');
    const others = message.amendments.filter(({ field }) => field !== '13' && field !== '18');
    const elsewhere = moved?.text.slice(0, 4) !== message.fields['13']?.aerodrome;
    if (!moved || elsewhere || others.length > 0) return forPerson;
    const other = message.amendments.find(({ field }) => field === '18')?.text ?? '';
    const dof = /DOF\/(\d{6})/.exec(other)?.[1];
    const date = dof ? dateOf(dof) : null;
    const time = moved.text.slice(4);
    const at = date
      ? Date.parse(`${date}T${time.slice(0, 2)}:${time.slice(2)}:00Z`)
      : momentNear(time, to.offBlockAt);
    return Number.isNaN(at) ? incomplete : newDeparture(to, at);
  }

  /** Who asks for a plan gets it, at the address that they asked from. */
  async function answer(type: 'FPL' | 'SPL', to: Candidate, address: string | null): Promise<Acted> {
    if (address === null) return { reason: { key: 'message.waits.noOriginator' } };
    return records.transaction(async (transaction) => {
      const plan: PlanRecord = planRecord(await records.get(byLine, 'plan', to.plan, transaction.sql));
      const task = (await tasksOf(records, transaction.sql, byLine, plan.id)).find(
        ({ id }) => id === to.jobTask,
      );
      const composed = task && (await outbox.compose(transaction.sql, plan, task, type));
      if (!task || !composed) return forPerson;
      const facts = await flightFacts(transaction.sql, plan, task);
      const known = (await outbox.notified(transaction.sql, task.id)) ?? firstNotified(facts);
      await outbox.enqueue(transaction, composed, {
        plan,
        task,
        facts,
        known,
        addressees: [address],
        answers: true,
      });
      return done;
    });
  }

  async function apply(row: MessageRow, message: Message): Promise<Receipt> {
    const candidates = await candidatesFor(sql, message, clock());
    const to = chosen(candidates, message);
    if (to === 'none') return waits(row, { key: 'message.waits.noPlan' });
    if (to === 'several') return waits(row, { key: 'message.waits.severalPlans' });
    try {
      const acted = await act(message, to, row);
      return 'reason' in acted ? waits(row, acted.reason, to) : applied(row, to, acted);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return waits(row, error.text, to);
    }
  }

  return {
    async receive(text, from = {}) {
      if (cleanText(text).trim() === '') {
        const nothing = { key: 'message.refused.empty' };
        throw new AppError('validation', nothing, { fields: [{ field: 'text', text: nothing }] });
      }
      const envelope = readEnvelope(text);
      const { message } = parseMessage(envelope.text);
      const { row, duplicate } = await keep(envelope, message, text, from);
      if (envelope.mustAcknowledge && envelope.filing && envelope.originator && from.reply) {
        const originator = from.gateway?.originator;
        if (originator) {
          const received = { filing: envelope.filing, originator: envelope.originator };
          from.reply(writeAcknowledgement(received, { filingTime: clock(), originator }));
        }
      }
      // A line that acknowledges is told of each number, the second time too: the first answer may have been
      // lost.
      if (message?.title.number && message.title.type !== 'LAM' && from.gateway?.acknowledges && from.reply) {
        from.reply(logicalAcknowledgement(message, from.gateway, envelope, clock()));
      }
      // Its server may have ended before it judged the message: then it is judged now.
      const unjudged =
        row.state === 'waiting' && !row.error && clock().getTime() - Date.parse(row.createdAt) > 60_000;
      if (duplicate && !unjudged) {
        return { id: row.id, state: inState(row), duplicate: true, reason: null };
      }
      const origin = acknowledgedOrigin(envelope.text);
      if (await acknowledge({ sql, records, clock }, message, origin)) return applied(row, null);
      if (!message) {
        const isTaken = await deps.takeInformation?.(text, from.gateway?.id ?? null);
        return isTaken ? applied(row, null) : waits(row, { key: 'message.waits.notRead' });
      }
      if (!message.fields['7']) return waits(row, { key: 'message.waits.person' });
      return apply(row, message);
    },

    async match(caller, id, planId) {
      const row = messageRow(await records.get(caller, 'planMessage', id));
      if (row.direction !== 'in' || row.state !== 'waiting') {
        throw new AppError('refused', { key: 'message.refused.notWaiting' });
      }
      const plan = planRecord(await records.get(caller, 'plan', planId));
      const tasks = await tasksOf(records, sql, caller, planId);
      const { message } = parseMessage(row.text);
      const task = tasks.find(({ callsign }) => callsign === row.callsign) ?? tasks[0];
      if (!task) throw new AppError('refused', { key: 'plan.refused.noTask' });
      const known = await outbox.notified(sql, task.id);
      const to: Candidate = {
        plan: planId,
        jobTask: task.id,
        company: plan.company,
        state: plan.state,
        destination: known?.destination ?? '',
        departurePlace: known?.departurePlace ?? null,
        destinationPlace: known?.destinationPlace ?? null,
        offBlockAt: known?.offBlockAt ?? Date.parse(task.etd),
        dated: known?.dated ?? true,
      };
      const actsOnPlan = message && actsOnPlans.has(message.title.type);
      // What tells nothing that the plan could take is laid beside it.
      const acted = actsOnPlan ? await act(message, to, row) : done;
      if ('reason' in acted && acted !== forPerson) throw new AppError('refused', acted.reason);
      return applied(row, to, 'reason' in acted ? done : acted, caller);
    },

    async ignore(caller, id) {
      const row = messageRow(await records.get(caller, 'planMessage', id));
      if (row.state !== (row.direction === 'in' ? 'waiting' : 'failed')) {
        throw new AppError('refused', { key: 'message.refused.notWaiting' });
      }
      await settle(row, { state: 'ignored' }, caller);
      return { id, state: 'ignored', duplicate: false, reason: null };
    },
  };
}

/** Is the place that a landing names the one that was told? One may say more of it than the other. */
function isThere(name: string | null, stated: string | null): boolean {
  return name === null || stated === null || name.includes(stated) || stated.includes(name);
}

const actsOnPlans = new Set(['DEP', 'ARR', 'DLA', 'CNL', 'CHG', 'RQP', 'RQS']);

function inState(row: MessageRow): Receipt['state'] {
  return row.state === 'applied' || row.state === 'ignored' ? row.state : 'waiting';
}

/** LAM names the message by its number, and has one of its own. */
function logicalAcknowledgement(
  message: Message,
  gateway: GatewayRow,
  envelope: ReceivedEnvelope,
  now: Date,
): string {
  const theirs = message.title.number ?? '';
  const [sender = 'ZZZZ', rest = 'ZZZZ000'] = theirs.split('/');
  const own = `${rest.slice(0, -3)}/${sender}${rest.slice(-3)}`;
  const filingTime = filingText(now);
  const text = `(LAM${own}${theirs})`;
  const to = envelope.originator ?? gateway.addressees?.[0];
  return gateway.originator && to
    ? [`FF ${to}`, `${filingTime} ${gateway.originator}`, text, 'NNNN', ''].join('\r\r\n')
    : `${text}\r\r\nNNNN\r\r\n`;
}
