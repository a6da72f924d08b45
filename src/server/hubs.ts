import type { ChangeMessage, HubEvents, HubMethods, RecordChanged, Viewport } from '#contract/hub.ts';
import { hubPaths } from '#contract/hub.ts';
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
import { type StoredText, wordedIn } from '#domain/text/locales/stored-text.ts';
import { notificationOf } from './features/notices/notification.ts';
import type { FlightFollowers } from './features/plans/flight-picture.ts';
import type { Watchers } from './features/surveillance/picture.ts';
import type { ChangeFeed, RecordChange } from './kernel/changes.ts';
import { bySchema, type Caller, createHub, type Hub, type HubDefinition } from './signalr/hub-definition.ts';
import type { OnlineUser } from './signalr/hub-signals.ts';
import { offConnect } from './signalr/off-connect.ts';
import type { SignalRServer } from './signalr/server.ts';

export interface HubsDeps {
  signalr: Pick<
    SignalRServer,
    'hub' | 'onlineUsers' | 'onOnlineUsersChange' | 'disconnectSession' | 'disconnectUser'
  >;
  resources: Resource[];
  changes: ChangeFeed;
  watchers: Watchers;
  flights: FlightFollowers;
}

/** Whoever watches the air for everybody hears of its alerts. */
const alertGroup = 'alerts';

/** Those who may chat see who is there. */
const onlineGroup = 'online';

/** A user's connections to ABP's hub that have asked for their notifications. */
const notifiedGroup = (userId: number) => `notified:${userId}`;

/** Who may see live targets. */
const watching = ['Pages.FlightWatch.Navigation_3D', 'Pages.Navigation', 'Pages.AirspaceApproval'];

/** A client written for the specification states no viewport, it only listens: after this long it is sent everything. */
const unstatedMs = 2_000;
const everywhere: Viewport = [-180, -90, 180, 90];

const viewportSchema = {
  anyOf: [
    { type: 'null' },
    {
      type: 'array',
      items: [
        { type: 'number', minimum: -180, maximum: 180 },
        { type: 'number', minimum: -90, maximum: 90 },
        { type: 'number', minimum: -180, maximum: 180 },
        { type: 'number', minimum: -90, maximum: 90 },
      ],
      minItems: 4,
      maxItems: 4,
    },
  ],
};

/**
 * The three hubs of decisions.md §8. What a record's change means to people goes to whoever's row scope holds
 * the record, as a message on the chat hub, or on the instant hub to those who are on no chat hub: once to
 * each user.
 */
export function createHubs(deps: HubsDeps) {
  const { signalr, resources, changes, watchers, flights } = deps;

  const stated = new WeakSet<Caller<HubEvents>>();
  const showEverythingSoon = (caller: Caller<HubEvents>) => {
    if (!holds(caller.actor, watching)) return;
    setTimeout(() => {
      if (caller.open && !stated.has(caller)) watchers.watch(caller, everywhere);
    }, unstatedMs).unref();
  };

  const withMethods = (
    handlers: Pick<HubDefinition<HubMethods, HubEvents>, 'connected' | 'disconnected'>,
    register: (caller: Caller<HubEvents>) => void = () => undefined,
  ) =>
    createHub<HubMethods, HubEvents>({
      methods: {
        Register: { arguments: bySchema<[]>(), call: register },
        SetViewport: {
          arguments: bySchema<[viewport: Viewport | null]>(viewportSchema),
          permission: watching,
          call(caller, viewport) {
            stated.add(caller);
            watchers.watch(caller, viewport);
          },
        },
        FollowFlights: {
          arguments: bySchema<[]>(),
          permission: planReaders,
          call: (caller) => flights.follow(caller),
        },
        OffConnect: offConnect(signalr),
      },
      ...handlers,
    });

  const ofTheProduct = (opened: (caller: Caller<HubEvents>) => void) =>
    withMethods({
      connected(caller) {
        opened(caller);
        for (const channel of channelsHeard(caller.actor, resources)) caller.join(channel);
        if (holds(caller.actor, ['Pages.FlightWatch.Navigation_3D']) && !boundToCompanies(caller.actor))
          caller.join(alertGroup);
        if (!holds(caller.actor, ['Pages.Chat'])) return;
        caller.join(onlineGroup);
        caller.send('getOnlineClient', online(signalr.onlineUsers()));
      },
      disconnected(caller) {
        watchers.leave(caller);
        flights.leave(caller);
      },
    });
  const chat: Hub<HubEvents> = signalr.hub(
    hubPaths.chat,
    ofTheProduct(() => {}),
  );
  const instant = signalr.hub(
    hubPaths.instant,
    ofTheProduct((caller) => {
      flights.follow(caller);
      showEverythingSoon(caller);
    }),
  );
  const abp = signalr.hub(
    hubPaths.abp,
    withMethods({ disconnected: (caller) => watchers.leave(caller) }, (caller) =>
      caller.join(notifiedGroup(caller.actor.userId)),
    ),
  );

  // Each server knows of everyone and tells its own clients: another's list may be older than what they have.
  signalr.onOnlineUsersChange((users) => {
    for (const hub of [chat, instant]) {
      const list = hub.prepare('getOnlineClient', online(users));
      for (const caller of hub.callers()) {
        if (caller.groups.has(onlineGroup)) caller.sendLatest('onlineClient', () => list);
      }
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
    if (notification) abp.group(notifiedGroup(notification.userId)).send('getNotification', notification);
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
    } else if (message) notify(all, messageOf(change, message));
    // What a user may see has changed: their connections come back with their new scope, if they may.
    if (change.resource === 'user') {
      signalr.disconnectUser(change.id, maySignIn(change) ? { allowReconnect: true } : {});
    }
  });

  return {
    chat,
    instant,
    abp,
    /** Tells whoever watches the air, on every server: on the instant hub, or on the chat hub who is not there. */
    tellOfAlerts<K extends keyof HubEvents & string>(event: K, ...args: HubEvents[K]): void {
      instant.group(alertGroup).send(event, ...args);
      chat.to({ groups: [alertGroup], notOn: hubPaths.instant }).send(event, ...args);
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

function online(users: OnlineUser[]): { userId: number; name: string }[] {
  return users.map(({ userId, name }) => ({ userId, name }));
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
  const { type, title, content, contentEn, unit, actualNum, state } = message;
  return {
    type,
    resource: change.resource,
    id: change.id,
    title,
    content,
    ...(contentEn ? { contentEn } : {}),
    ...wordings(message.message),
    unit,
    actualNum,
    state,
    by: change.by,
    at: change.at,
  };
}
