import type { AbpFriend, SendChatMessageInput } from '#contract/coordination/abp-chat.ts';
import type { ChangeMessage, HubEvents, HubMethods, RecordChanged, Viewport } from '#contract/hub.ts';
import { hubPaths } from '#contract/hub.ts';
import { onlineFor } from '#domain/coordination/online-for.ts';
import {
  type Actor,
  abilityOf,
  boundToCompanies,
  channelsFor,
  channelsOf,
  holds,
  mayReadField,
  rulesFor,
} from '#domain/identity/access.ts';
import { planReaders } from '#domain/plans/readers.ts';
import type { Resource } from '#domain/record/resource.ts';
import { targetReaders } from '#domain/surveillance/target-readers.ts';
import { type StoredText, wordedIn } from '#domain/text/locales/stored-text.ts';
import { numberOf } from '#domain/text/narrow.ts';
import type { AlertHearer } from './features/alerts/alert-picture.ts';
import { abpClients } from './features/coordination/index.ts';
import { notificationOf } from './features/notices/notification.ts';
import type { FlightFollowers } from './features/plans/flight-picture.ts';
import type { Watchers } from './features/surveillance/picture.ts';
import type { Caller as RequestCaller } from './kernel/caller.ts';
import type { ChangeFeed, RecordChange } from './kernel/changes.ts';
import type { Logger } from './kernel/logger.ts';
import type { ServerNotices } from './kernel/server-notices.ts';
import { bySchema, type Caller, createHub, type Hub, type HubDefinition } from './signalr/hub-definition.ts';
import type { OnlineUser } from './signalr/hub-signals.ts';
import { offConnect } from './signalr/off-connect.ts';
import type { OutgoingMessage } from './signalr/protocol.ts';
import type { SignalRServer } from './signalr/server.ts';

export interface HubsDeps {
  signalr: Pick<
    SignalRServer,
    'hub' | 'onlineUsers' | 'isOn' | 'onOnlineUsersChange' | 'disconnectSession' | 'disconnectUser'
  >;
  resources: Resource[];
  changes: ChangeFeed;
  watchers: Watchers;
  flights: FlightFollowers;
  notices: Pick<ServerNotices, 'current' | 'onChange'>;
  /** To a user in the room of two; '' where it was sent, otherwise why not. */
  sendMessage(by: Pick<RequestCaller, 'actor' | 'locale'>, input: SendChatMessageInput): Promise<string>;
  /** With whom a user has rooms of two, as clients of ABP take it. */
  friends(user: number): Promise<AbpFriend[]>;
  /** Of each of these users the ids of those with whom they have rooms of two. */
  friendsOfEach(users: readonly number[]): Promise<Map<number, number[]>>;
  log: Logger;
}

/** Those who may chat see who is there. */
const onlineGroup = 'online';

/** A client written for the specification states no viewport, it only listens: after this long it is sent everything. */
const unstatedMs = 2_000;
const everywhere: Viewport = [-180, -90, 180, 90];

/** A page connects seconds after it has read what it shows; on a slow line and machine a good many. */
const chatRemembersMs = 60_000;

const worldPart = {
  type: 'array',
  items: [
    { type: 'number', minimum: -180, maximum: 180 },
    { type: 'number', minimum: -90, maximum: 90 },
    { type: 'number', minimum: -180, maximum: 180 },
    { type: 'number', minimum: -90, maximum: 90 },
  ],
  minItems: 4,
  maxItems: 4,
};
const viewportSchema = { anyOf: [{ type: 'null' }, worldPart] };

const textOrNull = { type: ['string', 'null'], maxLength: 256 };
const chatInputSchema = {
  type: 'object',
  required: ['userId', 'message'],
  properties: {
    tenantId: { type: ['integer', 'null'] },
    userId: { type: 'integer', minimum: 1 },
    userName: textOrNull,
    tenancyName: textOrNull,
    profilePictureId: textOrNull,
    message: { type: 'string' },
  },
};

export type Hubs = ReturnType<typeof createHubs>;

/**
 * The three hubs of decisions.md §8. What a record's change means to people goes to whoever's row scope holds
 * the record, as a message on the chat hub, or on the instant hub to those who are on no chat hub: once to
 * each user.
 */
export function createHubs(deps: HubsDeps) {
  const { signalr, resources, changes, watchers, flights } = deps;

  const stated = new WeakSet<Caller<HubEvents>>();
  /** The channels of alerts of each client that hears of any: those of its rows. */
  const alertChannels = new WeakMap<Caller<HubEvents>, readonly string[]>();
  const showEverythingSoon = (caller: Caller<HubEvents>) => {
    if (!holds(caller.actor, targetReaders)) return;
    setTimeout(() => {
      if (caller.open && !stated.has(caller)) watchers.watch(caller, everywhere);
    }, unstatedMs).unref();
  };

  const withMethods = (
    handlers: Omit<HubDefinition<HubMethods, HubEvents>, 'methods'>,
    register: (caller: Caller<HubEvents>) => void | Promise<void> = () => undefined,
  ) =>
    createHub<HubMethods, HubEvents>({
      methods: {
        Register: { arguments: bySchema<[]>(), call: register },
        sendMessage: {
          arguments: bySchema<[input: SendChatMessageInput]>(chatInputSchema),
          permission: ['Pages.Chat'],
          writes: true,
          call: ({ actor, locale }, input) => deps.sendMessage({ actor, locale }, input),
        },
        SetViewport: {
          arguments: bySchema<[viewport: Viewport | null]>(viewportSchema),
          permission: targetReaders,
          call(caller, viewport) {
            stated.add(caller);
            watchers.watch(caller, viewport);
          },
        },
        SetGlobeViewport: {
          arguments: bySchema<[viewport: Viewport]>(worldPart),
          permission: targetReaders,
          call(caller, viewport) {
            stated.add(caller);
            return watchers.watchGlobe(caller, viewport);
          },
        },
        FollowFlights: {
          arguments: bySchema<[]>(),
          permission: planReaders,
          call: (caller) => flights.follow(caller),
        },
        CatchUp: {
          arguments: bySchema<[ms: number]>({ type: 'number', minimum: 0 }),
          call: ({ connectionId }, ms) => chat.catchUp(connectionId, ms),
        },
        OffConnect: offConnect(signalr),
      },
      ...handlers,
    });

  const ofTheProduct = (
    opened: (caller: Caller<HubEvents>) => void,
    {
      register,
      remembersMs = 0,
    }: { register?: (caller: Caller<HubEvents>) => Promise<void>; remembersMs?: number } = {},
  ) =>
    withMethods(
      {
        remembersMs,
        connected(caller) {
          opened(caller);
          const notices = deps.notices.current();
          if (notices.length > 0) caller.send('getServerNotices', notices);
          for (const channel of channelsHeard(caller.actor, resources)) caller.join(channel);
          const alerts = channelsHeard(caller.actor, resources).filter((channel) => ofAlerts.test(channel));
          if (alerts.length > 0) alertChannels.set(caller, alerts);
          if (!holds(caller.actor, ['Pages.Chat'])) return;
          caller.join(onlineGroup);
          caller.send('getOnlineClient', onlineFor(caller.actor, signalr.onlineUsers()));
        },
        disconnected(caller) {
          watchers.leave(caller);
          flights.leave(caller);
        },
      },
      register,
    );
  const chat: Hub<HubEvents> = signalr.hub(
    hubPaths.chat,
    ofTheProduct(() => {}, {
      remembersMs: chatRemembersMs,
      async register(caller) {
        if (!holds(caller.actor, ['Pages.Chat'])) return;
        caller.join(abpClients);
        caller.send('getAllFriends', await deps.friends(caller.actor.userId));
      },
    }),
  );
  const instant = signalr.hub(
    hubPaths.instant,
    ofTheProduct((caller) => {
      flights.follow(caller);
      showEverythingSoon(caller);
    }),
  );
  const abp = signalr.hub(hubPaths.abp, withMethods({ disconnected: (caller) => watchers.leave(caller) }));

  /** Who was connected when friends were told last. */
  let known: ReadonlySet<number> = new Set();

  async function tellFriends(users: readonly OnlineUser[]): Promise<void> {
    const [before, now] = [known, new Set(users.map(({ userId }) => userId))];
    known = now;
    const changed = [...before, ...now].filter((user) => before.has(user) !== now.has(user));
    const hearers = [...chat.callers()].filter((caller) => caller.groups.has(abpClients));
    if (changed.length === 0 || hearers.length === 0) return;
    const friends = await deps.friendsOfEach(changed);
    for (const userId of changed) {
      const of = new Set(friends.get(userId));
      for (const caller of hearers)
        if (of.has(caller.actor.userId))
          caller.send('getUserConnectNotification', { tenantId: null, userId }, now.has(userId));
    }
  }

  // Each server knows of everyone and tells its own clients: another's list may be older than what they have.
  signalr.onOnlineUsersChange((users) => {
    for (const hub of [chat, instant]) {
      // Those of the same companies have the same list: it is made once.
      const lists = new Map<string, OutgoingMessage>();
      for (const caller of hub.callers()) {
        if (!caller.groups.has(onlineGroup)) continue;
        const { actor } = caller;
        const companies = boundToCompanies(actor) ? actor.companyIds.join() : 'bodies';
        const list = lists.get(companies) ?? hub.prepare('getOnlineClient', onlineFor(actor, users));
        lists.set(companies, list);
        caller.sendLatest('onlineClient', () => list);
      }
    }
    tellFriends(users).catch((error: unknown) =>
      deps.log.warn({ error }, 'users were not told that their friends came or went'),
    );
  });

  deps.notices.onChange((notices) => {
    for (const hub of [chat, instant]) {
      const message = hub.prepare('getServerNotices', notices);
      for (const caller of hub.callers()) caller.sendLatest('serverNotices', () => message);
    }
  });

  const announce = (channels: string[], change: RecordChanged) =>
    chat.groups(channels).send('recordChanged', change);
  const announceTogether = gatherMany(announce);

  const notify = (channels: string[], message: ChangeMessage) => {
    chat.groups(channels).send('getChangeMessage', message);
    instant.to({ groups: channels, notOn: hubPaths.chat }).send('getChangeMessage', message);
  };

  changes.subscribe((change) => {
    const notification = notificationOf(change);
    if (notification) abp.user(notification.userId).send('getNotification', notification);
    const reminded = change.resource === 'reminder' ? numberOf(change.record.user) : null;
    if (reminded !== null) chat.user(reminded).send('remindersChanged');
    const resource = resources.find(({ name }) => name === change.resource);
    if (!resource) return;
    const channels = channelsOf(resource, change.record);
    const all = [...channels, ...channels.map(untitled)];
    if (change.many) announceTogether(change, all);
    else announce(all, recordChangedOf(change));
    const { message } = change;
    if (message?.untitled) {
      notify(channels, messageOf(change, message));
      notify(channels.map(untitled), { ...messageOf(change, message), ...message.untitled });
    } else if (message) notify(message.isPersonal ? all.filter(isOfPerson) : all, messageOf(change, message));
    // What a user may see has changed: their connections come back with their new scope, if they may.
    if (change.resource === 'user') {
      signalr.disconnectUser(change.id, maySignIn(change) ? { allowReconnect: true } : {});
    }
  });

  return {
    chat,
    instant,
    abp,
    /**
     * The clients of this server that hear of alerts, on both hubs: a page without a map has no instant hub, and of which
     * page a connection is nobody knows here.
     */
    *alertHearers(): Generator<AlertHearer> {
      for (const hub of [instant, chat]) {
        for (const caller of hub.callers()) {
          const channels = alertChannels.get(caller);
          if (channels) yield { caller, channels };
        }
      }
    },
    /** The record types have changed: clients hear of new ones and are told. Each server tells its own. */
    catalogueReplaced(revision: number): void {
      for (const hub of [chat, instant]) {
        for (const caller of hub.callers()) {
          for (const channel of channelsHeard(caller.actor, resources)) caller.join(channel);
          caller.send('getCatalogue', revision);
        }
      }
    },
  };
}

/** Not deleted, deactivated or locked: a client that is told to come back would ask in vain until it gives up. */
function maySignIn({ action, record }: RecordChange): boolean {
  if (action === 'delete' || action === 'purge' || record.isActive === false) return false;
  const { lockoutEndAt } = record;
  return !lockoutEndAt || new Date(String(lockoutEndAt)).getTime() <= Date.now();
}

/** Channels of single users. */
const isOfPerson = (channel: string) => channel.includes(':person:');

/** Channels of alerts, without those of whoever may not read what they say. */
const ofAlerts = /^encounter:[^~]+$/;

/** The channel beside this one of those who may not read the title of its records. */
const untitled = (channel: string) => `${channel}~`;

/** What an actor hears of: of each record type by its title, or without. */
function channelsHeard(actor: Actor, resources: Resource[]): string[] {
  const ability = abilityOf(rulesFor(actor, resources));
  return resources.flatMap((resource) => {
    const channels = channelsFor(actor, [resource]);
    return mayReadField(ability, resource.name, resource.titleField) ? channels : channels.map(untitled);
  });
}

/**
 * Changes that are made together are told together: a screen asks again once, not for each of a hundred
 * thousand.
 */
const gatherMs = 300;

function gatherMany(announce: (channels: string[], change: RecordChanged) => void) {
  const waiting = new Map<string, { channels: Set<string>; last: RecordChange; count: number }>();
  const flush = () => {
    for (const { channels, last, count } of waiting.values()) {
      // Of several there is no one number: whoever looks at a list of them asks again.
      announce([...channels], { ...recordChangedOf(last), ...(count === 1 ? {} : { id: 0 }) });
    }
    waiting.clear();
  };
  return (change: RecordChange, channels: string[]) => {
    if (waiting.size === 0) setTimeout(flush, gatherMs).unref();
    const key = `${change.resource} ${change.by}`;
    const known = waiting.get(key) ?? { channels: new Set<string>(), last: change, count: 0 };
    for (const channel of channels) known.channels.add(channel);
    waiting.set(key, { ...known, last: change, count: known.count + 1 });
  };
}

/** What a person wrote is one text; what the server wrote is said in both languages. */
function wordings(message: StoredText): Pick<ChangeMessage, 'message' | 'messageEn'> {
  if (typeof message === 'string') return { message };
  return { message: wordedIn(message, 'zh-Hans'), messageEn: wordedIn(message, 'en') };
}

function recordChangedOf({ resource, id, by, at }: RecordChange): RecordChanged {
  return { resource, id, by, at };
}

function messageOf(change: RecordChange, message: NonNullable<RecordChange['message']>): ChangeMessage {
  const { type, title, titleEn, content, contentEn, unit, unitEn, actualNum, state } = message;
  return {
    type,
    resource: change.resource,
    id: change.id,
    title,
    ...(titleEn ? { titleEn } : {}),
    content,
    ...(contentEn ? { contentEn } : {}),
    ...wordings(message.message),
    unit,
    ...(unitEn ? { unitEn } : {}),
    actualNum,
    state,
    by: change.by,
    at: change.at,
  };
}
