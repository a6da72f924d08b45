import {
  type Actor,
  abilityOf,
  channelsFor,
  channelsOf,
  holds,
  mayReadField,
  rulesFor,
} from '../domain/access.ts';
import type { ChangeMessage, HubEvents, HubMethods, Viewport } from '../domain/hub.ts';
import { hubPaths } from '../domain/hub.ts';
import { wordedIn } from '../domain/locales/kept-text.ts';
import type { Resource } from '../domain/resource.ts';
import type { ChangeFeed, RecordChange } from './changes.ts';
import { bySchema, type Caller, createHub, type Hub } from './signalr/hub-definition.ts';
import type { OnlineUser } from './signalr/hub-signals.ts';
import { offConnect } from './signalr/off-connect.ts';
import type { SignalRServer } from './signalr/server.ts';

/** Who follows the picture of live targets; surveillance fills it. */
export interface Watchers {
  watch(caller: Caller<HubEvents>, viewport: Viewport | null): void;
  leave(caller: Caller<HubEvents>): void;
}

export interface HubsDeps {
  signalr: Pick<
    SignalRServer,
    'hub' | 'onlineUsers' | 'onOnlineUsersChange' | 'disconnectSession' | 'disconnectUser'
  >;
  resources: Resource[];
  changes: ChangeFeed;
  watchers: Watchers;
}

/** Those who may chat see who is there. */
const onlineGroup = 'online';

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
 * The three hubs of decisions.md §8. The product's two accept every event name for a client that listens there;
 * changes go out on both, to whoever's row scope holds the record.
 */
export function createHubs(deps: HubsDeps) {
  const { signalr, resources, changes, watchers } = deps;

  const blueprint = createHub<HubMethods, HubEvents>({
    methods: {
      SetViewport: {
        arguments: bySchema<[viewport: Viewport | null]>(viewportSchema),
        permission: ['Pages.FlightWatch.Navigation_3D', 'Pages.Navigation', 'Pages.AirspaceApproval'],
        call: (caller, viewport) => watchers.watch(caller, viewport),
      },
      OffConnect: offConnect(signalr),
    },
    connected(caller) {
      for (const channel of channelsHeard(caller.actor, resources)) caller.join(channel);
      if (!holds(caller.actor, ['Pages.Chat'])) return;
      caller.join(onlineGroup);
      caller.send('getOnlineClient', online(signalr.onlineUsers()));
    },
    disconnected(caller) {
      watchers.leave(caller);
    },
  });

  const chat: Hub<HubEvents> = signalr.hub(hubPaths.chat, blueprint);
  const instant = signalr.hub(hubPaths.instant, blueprint);
  const abp = signalr.hub(hubPaths.abp, blueprint);

  signalr.onOnlineUsersChange((users) => {
    chat.group(onlineGroup).send('getOnlineClient', online(users));
  });

  const tell = (channels: string[], message: ChangeMessage) => {
    chat.groups(channels).send('getChangeMessage', message);
    instant.groups(channels).send('getChangeMessage', message);
  };
  const many = gatherMany(tell);

  changes.subscribe((change) => {
    const resource = resources.find(({ name }) => name === change.resource);
    if (!resource) return;
    const channels = channelsOf(resource, change.record);
    const all = [...channels, ...channels.map(untitled)];
    const without = change.message?.untitled;
    if (change.many) many(change, all);
    else if (without === undefined) tell(all, messageOf(change));
    else {
      tell(channels, messageOf(change));
      tell(channels.map(untitled), { ...messageOf(change), ...without });
    }
    // What a user may see has changed: his connections come back with his new scope.
    if (change.resource === 'user') {
      signalr.disconnectUser(change.id, { allowReconnect: true });
    }
  });

  return {
    chat,
    instant,
    abp,
    /** The record types have changed: clients hear of new ones and are told. Each server tells its own. */
    catalogueReplaced(revision: number): void {
      for (const hub of [chat, instant, abp]) {
        for (const caller of hub.callers()) {
          for (const channel of channelsHeard(caller.actor, resources)) caller.join(channel);
          caller.send('getCatalogue', revision);
        }
      }
    },
  };
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

/** Changes that are made together are told together: a screen asks again once, not for each of a hundred thousand. */
const gatherMs = 300;

function gatherMany(tell: (channels: string[], message: ChangeMessage) => void) {
  const waiting = new Map<string, { channels: Set<string>; last: RecordChange; count: number }>();
  const flush = () => {
    for (const { channels, last, count } of waiting.values()) {
      // Of several there is no one number: whoever looks at a list of them asks again.
      tell([...channels], count === 1 ? messageOf(last) : { ...messageOf(last), id: 0 });
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
function said(message: string): Pick<ChangeMessage, 'message' | 'messageEn'> {
  const [inChinese, inEnglish] = [wordedIn(message, 'zh-Hans'), wordedIn(message, 'en')];
  return { message: inChinese, ...(inEnglish === inChinese ? {} : { messageEn: inEnglish }) };
}

function messageOf(change: RecordChange): ChangeMessage {
  const { message } = change;
  return {
    type: message?.type ?? `${change.resource}.${change.action}`,
    resource: change.resource,
    id: change.id,
    title: message?.title ?? '',
    content: message?.content ?? '',
    ...(message?.contentEn ? { contentEn: message.contentEn } : {}),
    ...said(message?.message ?? ''),
    unit: message?.unit ?? null,
    actualNum: message?.actualNum ?? null,
    state: message?.state ?? null,
    by: change.by,
    at: change.at,
  };
}
