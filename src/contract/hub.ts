import type { Target } from '#domain/surveillance/track/target.ts';

/**
 * The real-time contract, typed once for both ends (decisions.md §8, specification §7).
 * A new event is one line here; a wrong payload compiles at neither end.
 */

import type { Text } from '#domain/text/errors.ts';
import type { AlertEvents } from './alerts.ts';
import type { SendChatMessageInput } from './coordination/abp-chat.ts';
import type { ChatEvents } from './coordination/hub-events.ts';
import type { FlightEvents } from './flight-list.ts';
import type { LightningEvents } from './lightning.ts';
import type { MinutesEvents } from './meetings.ts';
import type { RainEvents } from './weather-radar.ts';

/** The real-time message of specification §3: what somebody is told. `type`, `title` and `content` are never empty. */
export interface ChangeMessage {
  /** What happened, e.g. `plan.approve`. */
  type: string;
  /** The record type, and the record that it is about. */
  resource: string;
  id: number;
  /** In Chinese, like `content`. */
  title: string;
  content: string;
  /** The same in English, where it was said in both. */
  titleEn?: string;
  contentEn?: string;
  /** What the person who acted wrote: their reason or opinion. */
  message: string;
  /** The same in English, where the server wrote it. */
  messageEn?: string;
  /** Unit (body) that acted. */
  unit: string | null;
  /** Its English name; absent: it has none. */
  unitEn?: string;
  actualNum: number | null;
  /** Plan state after the change, where the resource is a plan. */
  state: number | null;
  /** User who acted; their own screen does not toast. */
  by: number | null;
  /** UTC ISO 8601. */
  at: string;
}

/** A record was changed: a screen that shows it, or a list of its type, asks for it again. Nobody is told anything. */
export interface RecordChanged {
  resource: string;
  /** 0: several records of the resource, changed together (an import). */
  id: number;
  /** User who changed it. */
  by: number | null;
  /** UTC ISO 8601. */
  at: string;
}

/** Health of one surveillance source, sent with every picture so that a dead feed is seen. */
export interface FeedState {
  sourceId: number;
  name: string;
  /** Its English name; absent: it has none. */
  nameEn?: string;
  /** What it sends, as its record says: `Cat21`, `beast`, … */
  type?: string;
  /** It is a recording that is played; absent: it comes over a line. */
  isRecording?: true;
  /** Time of the last good report, UTC ms; null: none yet. */
  lastAt: number | null;
  recordsPerSecond: number;
  /** Absent: the transport carries none (a replay). */
  octetsPerSecond?: number;
  /** Receivers that are connected to it now; absent: its transport waits for none. */
  clients?: number;
  errors: number;
  /** How many of them by reason, each a key of the catalogues; absent: none that a decoder found. */
  errorReasons?: Record<string, number>;
  /** Reports that were copies of what was known, from another receiver or repeated: no errors. Absent: none. */
  copies?: number;
  /** Past this age in seconds the feed is dead. */
  deadAfterS: number;
  /** Why a recording is not played, or why what comes is most likely of another edition; absent: neither. */
  fault?: Text | undefined;
}

export interface FlyData {
  /** `picture` replaces all that the client holds; `changes` updates and removes. */
  kind: 'picture' | 'changes';
  /** Server time, UTC ms: the client dims and drops by it, not by its own clock. */
  at: number;
  targets: Target[];
  /** Targets that left the viewport or were dropped. */
  removed: string[];
  feeds: FeedState[];
}

/** What a server says of itself to whoever watches: that it was started again, or sheds what it hears. */
export interface ServerNotice {
  /** Of one id there is one: a later one takes its place. */
  id: string;
  /** Its values, and `time`: `at`. */
  text: Text;
  /** UTC ms. */
  at: number;
  /** It is over after so long, ms; whatever the client's clock says. */
  lastsMs: number;
}

/** West, south, east, north in degrees; west > east crosses the date line. */
export type Viewport = [number, number, number, number];

/** ABP's UserNotification, as its clients take it: here a reminder, to its user alone. */
export interface UserNotification {
  /** A GUID. */
  id: string;
  tenantId: null;
  userId: number;
  /** 0 unread, 1 read. */
  state: 0 | 1;
  notification: {
    id: string;
    tenantId: null;
    notificationName: string;
    data: { type: string; message: string; properties: Record<string, string> };
    /** The record type and the record that it is about. */
    entityTypeName: string | null;
    entityId: number | null;
    /** 0 info, 1 success, 2 warn, 3 error, 4 fatal. */
    severity: 0 | 1 | 2 | 3 | 4;
    /** UTC ISO 8601. */
    creationTime: string;
  };
  targetNotifiers: null;
  targetNotifiersList: string[];
}

/** Server → client. */
export interface HubEvents
  extends AlertEvents,
    ChatEvents,
    FlightEvents,
    LightningEvents,
    MinutesEvents,
    RainEvents {
  getFlyData: [data: FlyData];
  getChangeMessage: [message: ChangeMessage];
  /** Ours, for screens that show records; clients written for the specification know nothing of it. */
  recordChanged: [change: RecordChanged];
  getOnlineClient: [users: { userId: number; name: string }[]];
  /** On ABP's hub, to every connection of the user. */
  getNotification: [notification: UserNotification];
  /** The user has a message more or less in the message centre, or has read one: ask again. */
  remindersChanged: [];
  /** All that this server says of itself now: at the connection where it says anything, and at each change. */
  getServerNotices: [notices: ServerNotice[]];
  /** The record types have changed: a client that has an older revision asks for them again. */
  getCatalogue: [revision: number];
}

/** Client → server. */
export interface HubMethods {
  /**
   * What clients written for ABP call once they are connected. The connection is known by its token already: it asks for
   * notifications on ABP's hub, and for friends on the chat hub.
   */
  Register(): void;
  /** A message to a user in the room of two, as clients of ABP send it: '' where it was sent, otherwise why not. */
  sendMessage(input: SendChatMessageInput): string;
  /** Which part of the world the map shows; null stops the flow of targets. */
  SetViewport(viewport: Viewport | null): void;
  /** The same of a globe, which is bounded by the user's coverageId3s besides. */
  SetGlobeViewport(viewport: Viewport): void;
  /** Sends the list of flights whole again: for a page that begins to listen on a connection that is open already. */
  FollowFlights(): void;
  /**
   * On the chat hub: sends what the caller would have been sent in the `ms` before it was connected, for a page whose data
   * was read before. False: not all of that is known any more, the page asks again for what it shows.
   */
  CatchUp(ms: number): boolean;
  /** Marks the user offline and ends their hub sessions ('2' at logout). */
  OffConnect(code: string): void;
}

export const hubPaths = { chat: '/signalr-chat', instant: '/signalr-instant', abp: '/signalr' } as const;
