import { type Static, type TOptional, Type } from '@sinclair/typebox';
import { channels, sentChannels } from '#domain/notices/channels.ts';
import { type MessageKind, messageKinds } from '#domain/notices/message-kinds.ts';
import { call } from './call.ts';
import { id, idInput } from './input.ts';
import { nullable } from './nullable.ts';
import { userMessage } from './user-messages.ts';

const channel = Type.Union(channels.map((one) => Type.Literal(one)));
const sentChannel = Type.Union(sentChannels.map((one) => Type.Literal(one)));
const chosen = Type.Array(channel, { maxItems: channels.length, uniqueItems: true });

/** By kind of message; a kind that is missing goes by the roles, then by the product. */
const choices = Type.Object(
  Object.fromEntries(messageKinds.map((kind) => [kind, Type.Optional(chosen)])) as Record<
    MessageKind,
    TOptional<typeof chosen>
  >,
  { additionalProperties: false },
);

const time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
const quiet = nullable(
  Type.Object(
    {
      /** HH:MM on the wall of the zone. */
      from: time,
      until: time,
      /** IANA name. */
      zone: Type.String({ minLength: 1, maxLength: 64 }),
    },
    { additionalProperties: false },
  ),
);

const settings = Type.Object({
  /** Whether anything is the user's own (or, of a role, set at all). */
  own: Type.Boolean(),
  choices,
  quiet,
  webhookUrl: nullable(Type.String()),
  /** What holds, by kind, with what roles and product set. */
  inForce: Type.Record(Type.String(), chosen),
  /** What of it leaves this server, and why not. */
  email: Type.Object({ configured: Type.Boolean(), address: nullable(Type.String()) }),
  push: Type.Object({
    /** Public key of this server, base64url; null: it pushes nothing. */
    publicKey: nullable(Type.String()),
    devices: Type.Array(Type.Object({ id: Type.Integer(), device: Type.String(), createdAt: Type.String() })),
  }),
});
export type ChannelSettingsView = Static<typeof settings>;

const saved = Type.Object({
  choices,
  quiet,
  webhookUrl: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
});

const roles = ['Pages.Roles'];

/** How a user is told of messages: by which channels, when not, and to where. */
export const channelCalls = {
  GetSettings: call({
    verb: 'GET',
    permission: 'signedIn',
    summary:
      "The caller's channels by kind of message, quiet hours and devices, and what this server can send",
    input: Type.Object({}),
    output: settings,
  }),
  SaveSettings: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: "Sets the caller's channels and quiet hours; warnings come in quiet hours too",
    input: saved,
    output: Type.Null(),
  }),
  UseDefaults: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'Gives up what the caller has set: what their roles set holds again',
    input: Type.Object({}),
    output: Type.Null(),
  }),
  GetRoleSettings: call({
    verb: 'GET',
    permission: roles,
    summary: 'What holds for the users of a role as long as they set nothing themselves',
    input: Type.Object({ role: id }),
    output: Type.Pick(settings, ['own', 'choices', 'quiet', 'inForce']),
  }),
  SaveRoleSettings: call({
    verb: 'POST',
    permission: roles,
    session: true,
    summary: 'Sets what holds for the users of a role as long as they set nothing themselves',
    input: Type.Object({ role: id, choices, quiet }),
    output: Type.Null(),
  }),
  Test: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    perMinute: 6,
    summary: 'Sends the caller a test by one channel at once and tells what came of it',
    input: Type.Object({ channel: sentChannel }),
    output: Type.Object({ sent: Type.Boolean(), error: nullable(Type.String()) }),
  }),
  Subscribe: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'A browser of the caller from now on takes pushes (W3C Push API); known by its address',
    input: Type.Object({
      endpoint: Type.String({ maxLength: 1000 }),
      /** Both base64url, as the browser gives them. */
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{86,88}=*$' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{21,24}=*$' }),
      device: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    output: Type.Object({ id }),
  }),
  Unsubscribe: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: 'A browser of the caller takes no more pushes',
    input: idInput,
    output: Type.Null(),
  }),
  RenewWebhookSecret: call({
    verb: 'POST',
    permission: 'signedIn',
    session: true,
    summary: "A new signing secret of the caller's webhook, told this once; the old one signs nothing more",
    input: Type.Object({}),
    output: Type.Object({ secret: Type.String() }),
  }),
  OpenMessage: call({
    verb: 'POST',
    permission: 'signedIn',
    summary: 'A message of the caller by its number, which is read by that',
    input: idInput,
    output: userMessage,
  }),
  SendAgain: call({
    verb: 'POST',
    permission: ['Pages.Operating'],
    summary: 'Puts what was given up back into the queue, with a day of patience anew',
    input: idInput,
    output: Type.Null(),
  }),
};
