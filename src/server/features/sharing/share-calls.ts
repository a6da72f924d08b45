import { mostMinutesOfTrack } from '#contract/playback.ts';
import { type Actor, abilityOf, holds, rulesFor } from '#domain/identity/access.ts';
import type { ShareLinkRecord } from '#domain/record/records.gen.ts';
import { endError, type ShareLimits, shareState } from '#domain/sharing/share-link.ts';
import { targetReaders } from '#domain/surveillance/target-readers.ts';
import { AppError, fieldError, formError, refused } from '#domain/text/errors.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { newShareTicket, ticketHash } from './share-tickets.ts';
import {
  gone,
  liveTargetOf,
  type OfLink,
  playbackReaders,
  type SharedThingsDeps,
  thingOf,
} from './shared-things.ts';

const resource = 'shareLink';
/** Links of one user that hold at a time. */
const mostActive = 100;
/** One who looks again so soon has opened it once. */
const sameOpeningMs = 60_000;
const minuteMs = 60_000;

/** Share links: made by who may read the thing, shown to whoever has the ticket, as long as the maker may read it. */
export function createShareService(
  deps: SharedThingsDeps & {
    parameters: Pick<Parameters, 'number' | 'text'>;
    /** Who a user is now; null: gone or inactive. */
    actorOf(userId: number): Promise<Actor | null>;
  },
): Service {
  const { records, catalogue, sql, parameters, actorOf, clock } = deps;

  async function limits(): Promise<ShareLimits> {
    const [usualHours, mostHours] = await Promise.all([
      parameters.number('share.usualHours'),
      parameters.number('share.mostHours'),
    ]);
    return { usualHours: Math.min(usualHours, mostHours), mostHours: Math.max(0, mostHours) };
  }

  async function endOf(text: string): Promise<string> {
    const end = Date.parse(text);
    const asked = await limits();
    if (asked.mostHours === 0) throw refused('share.off');
    const error = endError(end, clock().getTime(), asked);
    if (error) throw formError('expiresAt', `share.end.${error}`, { hours: asked.mostHours });
    return new Date(end).toISOString();
  }

  /** The maker of a link as they are now; throws `notFound` where they are no more. */
  async function makerOf(link: ShareLinkRecord, caller: Caller): Promise<Caller> {
    const [owner = 0] = link.owners;
    const actor = await actorOf(owner);
    if (!actor) throw gone();
    const { locale, requestId } = caller;
    const ability = abilityOf(rulesFor(actor, catalogue.resources));
    return { actor, ability, locale, source: 'api', sessionId: null, requestId };
  }

  /** The link of a ticket that holds now. */
  async function linkOf(ticket: string): Promise<ShareLinkRecord> {
    const tokenHash = ticketHash(ticket);
    const [row] =
      tokenHash === null
        ? []
        : await sql
            .selectFrom(resource)
            .select('id')
            .where('tokenHash', '=', tokenHash)
            .where('deletedAt', 'is', null)
            .execute();
    if (!row) throw gone();
    const link = await records.get(systemCaller(), resource, row.id);
    const { mostHours } = await limits();
    if (mostHours === 0 || shareState(link, clock().getTime()) !== 'active') throw gone();
    return link;
  }

  async function noteOpening(link: ShareLinkRecord, { client }: Caller): Promise<void> {
    const now = clock();
    const clientIpAddress = client?.address ?? '';
    const known = await sql
      .selectFrom('shareOpening')
      .select('id')
      .where('link', '=', link.id)
      .where('clientIpAddress', '=', clientIpAddress)
      .where('openedAt', '>', new Date(now.getTime() - sameOpeningMs).toISOString())
      .executeTakeFirst();
    if (known) return;
    const openedAt = now.toISOString();
    await records.transaction(async (transaction) => {
      await records.create(
        systemCaller(),
        'shareOpening',
        {
          link: link.id,
          owners: link.owners,
          openedAt,
          clientIpAddress,
          browserInfo: (client?.browser ?? '').slice(0, 512),
        },
        transaction,
      );
      // Not a change of the record: no version, no history.
      await transaction.sql
        .updateTable(resource)
        .set((eb) => ({
          openings: eb(eb.fn.coalesce('openings', eb.lit(0)), '+', 1),
          lastOpenedAt: openedAt,
        }))
        .where('id', '=', link.id)
        .execute();
    });
  }

  /** What a link is to show, asked of the caller: it is read, or refused, before anything is made. */
  function askedOf(
    caller: Caller,
    asked: { kind: ShareLinkRecord['kind']; id?: number; track?: string; from?: string; to?: string },
  ): OfLink {
    const { kind, id, track } = asked;
    const nothing = { plan: null, airspace: null, track: null, trackFrom: null, trackTo: null };
    if (kind !== 'track') {
      if (id === undefined) throw fieldError('id', 'common.invalid.required', { field: 'id' });
      return kind === 'plan' ? { ...nothing, kind, plan: id } : { ...nothing, kind, airspace: id };
    }
    if (!track) throw fieldError('track', 'common.invalid.required', { field: 'track' });
    if (asked.to === undefined) {
      if (!holds(caller.actor, targetReaders)) throw forbidden(targetReaders);
      if (!liveTargetOf(deps, caller, track)) throw fieldError('track', 'share.notSeen');
      return { ...nothing, kind, track, trackFrom: clock().toISOString() };
    }
    if (!holds(caller.actor, playbackReaders)) throw forbidden(playbackReaders);
    const [from, to] = [Date.parse(asked.from ?? ''), Date.parse(asked.to)];
    if (!(to > from)) throw fieldError('to', 'track.playback.order');
    if (to - from > mostMinutesOfTrack * minuteMs)
      throw fieldError('to', 'track.playback.tooLong', { most: mostMinutesOfTrack });
    const span = { trackFrom: new Date(from).toISOString(), trackTo: new Date(to).toISOString() };
    return { ...nothing, kind, track, ...span };
  }

  return implement('Share', {
    GetLimits: () => limits(),

    async Create({ expiresAt: end, purpose = '', ...asked }, caller) {
      const expiresAt = await endOf(end);
      const wanted = askedOf(caller, asked);
      const thing = await thingOf(deps, caller, wanted);
      if (thing.track && thing.track.to !== null && thing.track.minutes.length === 0)
        throw fieldError('track', 'share.notRecorded');
      const { ticket, tokenHash } = newShareTicket();
      const { userId } = caller.actor;
      return records.transaction(async (transaction) => {
        const active = await records.rows(
          caller,
          resource,
          {
            filter: {
              operator: 'and',
              value: [
                { field: 'createdBy', operator: 'eq', value: userId },
                { field: 'withdrawnAt', operator: 'null', value: true },
                { field: 'expiresAt', operator: 'gt', value: clock().toISOString() },
              ],
            },
            sort: [],
            most: mostActive,
          },
          transaction.sql,
        );
        if (active.length >= mostActive) throw refused('share.tooMany', { most: mostActive });
        const { id } = await records.create(
          asService(caller),
          resource,
          {
            ...wanted,
            title: thing.title.slice(0, 160),
            ...(purpose.trim() ? { purpose: purpose.trim() } : {}),
            owners: [userId],
            tokenHash,
            expiresAt,
            openings: 0,
          },
          transaction,
        );
        return { id, ticket, expiresAt };
      });
    },

    async Withdraw({ id }, caller) {
      await records.transaction(async (transaction) => {
        const link = await records.get(caller, resource, id, transaction.sql, { lock: true });
        if (shareState(link, clock().getTime()) !== 'active') throw refused('share.ended');
        const values = { withdrawnAt: clock().toISOString(), withdrawnBy: caller.actor.userId };
        await records.update(asService(caller), resource, id, link.version, values, transaction);
      });
      return null;
    },

    async Open({ ticket }, caller) {
      const link = await linkOf(ticket);
      const maker = await makerOf(link, caller);
      const { plan, airspace, track, title } = await thingOf(deps, maker, link).catch(notShown);
      await noteOpening(link, caller);
      return {
        kind: link.kind,
        title,
        expiresAt: link.expiresAt,
        sharedBy: await nameOf(maker),
        plan,
        airspace,
        track,
        tileUrl: (await parameters.text('map.tileUrl')) || null,
        now: clock().getTime(),
      };
    },

    async GetPosition({ ticket }, caller) {
      const link = await linkOf(ticket);
      const maker = await makerOf(link, caller);
      if (link.kind !== 'track' || link.trackTo || !link.track) throw gone();
      return { target: liveTargetOf(deps, maker, link.track), now: clock().getTime() };
    },
  });

  async function nameOf({ actor: { name, companyId }, locale }: Caller): Promise<string> {
    if (companyId === null) return name;
    const company = await sql
      .selectFrom('company')
      .select(['name', 'nameEn'])
      .where('id', '=', companyId)
      .executeTakeFirst();
    return company ? `${nameIn(company, locale)} · ${name}` : name;
  }
}

const forbidden = (permissions: readonly string[]) =>
  new AppError('forbidden', { key: 'common.forbidden', values: { permissions: permissions.join(', ') } });

/** Whoever has a ticket is told that it shows nothing any more, and not why its maker may not read the thing. */
function notShown(error: unknown): never {
  throw error instanceof AppError && (error.code === 'notFound' || error.code === 'forbidden')
    ? gone()
    : error;
}
