import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#domain/text/errors.ts';
import { resources } from '#resources';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createRuleBook, phases, type RecordRule } from '#server/engine/records/record-rules.ts';
import { createRecords } from '#server/engine/records/store.ts';
import { createWebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { createChannelOutbox } from '#server/features/channels/channel-outbox.ts';
import { createAir } from '#server/flights.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { createChangeFeed, type RecordChange } from '#server/kernel/changes.ts';
import { recordRules } from '#server/record-rules.ts';
import { silentLog } from '#tests/support/database.ts';
import { callerWith, type Engine, refusalOf, startEngine } from '#tests/support/engine.ts';
import { kite as bound } from '#tests/support/kites.ts';

const { scope: _scope, fieldPermissions: _fields, serviceOnly: _service, ...kite } = bound;

const rulesOfTheProduct = () =>
  recordRules({
    config: { dataFolder: '/nowhere', recordingsFolder: null, webhookPrivate: false },
    resources,
    database: { transaction: () => Promise.reject(new Error('nothing is freed here')) },
    store: { remove: async () => undefined },
    air: createAir(),
    outbox: createWebhookOutbox({ clock: () => new Date() }),
    told: createChannelOutbox({ sending: { email: false, push: false }, clock: () => new Date() }),
    log: silentLog,
  });

test('the rules of the product, in their order', () => {
  const names = phases.map((phase) => [
    phase,
    rulesOfTheProduct().flatMap((rule) => (rule.phase === phase ? [rule.name] : [])),
  ]);
  expect(names).toEqual([
    ['guard', ['nothing changes what waits for a decision', 'papers of a meeting that is over stay']],
    [
      'complete',
      [
        'an accepted record is reopened',
        'a stored secret ends when its address changes',
        'who changed where a webhook leads',
      ],
    ],
    [
      'authorise',
      [
        'written in a session only',
        'no user is given more than its maker has',
        'no role is given more than its maker has',
        'nobody draws their own coverage',
        'security parameters belong to administrators',
      ],
    ],
    [
      'validate',
      [
        'a static role stays, under its name',
        'record rules name what there is',
        'the last administrator role stays',
        'nobody signs in by the names of another',
        'the last administrator stays',
        'the administrator of the installation stays',
        'nobody deletes their own account',
        'security parameters stay within their bounds',
        'organization units are a tree',
        'what a surveillance source replays',
        'how a surveillance source maps JSON',
        'where the radars of a surveillance source stand',
        'how a surveillance source is carried',
        'who may send to a surveillance source',
        'where a surveillance source calls',
        'how images and lightning reach a source of information',
        'where a source of information reads',
        'where a message gateway leads',
        'where a webhook leads',
        'how a monitoring threshold clears',
        'what the tiles of a dashboard count',
        'what a notification rule needs, and how many a user has',
      ],
    ],
    [
      'follow',
      [
        'codes of organization units',
        'sessions follow their user to another company',
        'versions of approved airspaces',
        'files of purged records',
      ],
    ],
    ['reserve', ['air, aircraft and pilots are taken by one plan']],
    [
      'notify',
      [
        'the watch log',
        'administrators are reminded of changed security parameters',
        'reminders',
        'messages of approvals',
        'notification rules about plans',
        'channels of reminders',
        'deliveries of webhooks',
      ],
    ],
  ]);
  const document = readFileSync('docs/architecture.md', 'utf8');
  for (const [phase, rules] of names) {
    expect(document).toContain(`: ${[rules].flat().join(' · ')}\n`);
    expect(document).toContain(`- **${phase}** (`);
  }
});

test('no type is named that there is not', () => {
  const known = new Set(resources.map(({ name }) => name));
  expect(rulesOfTheProduct().flatMap(({ types = [] }) => types.filter((type) => !known.has(type)))).toEqual(
    [],
  );
});

test('a list that does not stand as it runs is no list', () => {
  expect(() => createRuleBook(rulesOfTheProduct().reverse())).toThrow(/stands after one of a later phase/);
});

describe('in the store', () => {
  const caller = callerWith([kite], { permissions: ['Pages.Admin'] });
  const requested: string[] = [];
  let engine: Engine;
  let refuseAt: string | undefined;
  const step = (name: string) => {
    requested.push(name);
    if (name === refuseAt) throw new AppError('refused', { key: 'records.invalid' });
  };
  const closing = (
    phase: 'follow' | 'reserve' | 'notify',
    note: (changes: readonly RecordChange[]) => string,
  ) => ({ phase, name: phase, close: async ({ changes }) => step(note(changes)) }) satisfies RecordRule;
  const rules: RecordRule[] = [
    { phase: 'guard', name: 'guard', refuse: () => step('guard') },
    {
      phase: 'complete',
      name: 'complete',
      complete: () => {
        step('complete');
        return {};
      },
    },
    { phase: 'authorise', name: 'authorise', refuse: () => step('authorise') },
    {
      phase: 'validate',
      name: 'validate',
      validate: async () => {
        step('validate');
        return [];
      },
    },
    {
      phase: 'follow',
      name: 'after the commit',
      close: async ({ transaction }) => transaction.afterCommit(() => step('committed')),
    },
    closing('follow', () => 'follow'),
    { phase: 'follow', name: 'of another type', types: ['other'], close: async () => step('other') },
    {
      phase: 'reserve',
      name: 'announces',
      actions: ['update'],
      async close({ transaction, changes: [change] }) {
        if (change) transaction.announce({ ...change, at: 'announced by a rule' });
      },
    },
    closing('reserve', () => 'reserve'),
    closing('notify', (changes) => `notify of ${changes.length}`),
  ];
  const published: RecordChange[] = [];
  const store = () => {
    const changes = createChangeFeed(silentLog);
    changes.subscribe((change) => published.push(change));
    const catalogue = createCatalogue([kite]);
    const { database } = engine.test;
    const clock = () => new Date();
    return createRecords({ database, catalogue, changes, clock, log: silentLog, rules }).untyped;
  };

  beforeAll(async () => {
    engine = await startEngine([kite]);
  });
  afterAll(() => engine?.test.drop());

  test('they run phase by phase; what one announces, the later ones read', async () => {
    const records = store();
    const { id, version } = await records.create(caller, 'kite', { name: 'one' });
    expect(requested.splice(0)).toEqual([
      'authorise',
      'validate',
      'follow',
      'reserve',
      'notify of 1',
      'committed',
    ]);
    await records.update(caller, 'kite', id, version, { name: 'two' });
    expect(requested.splice(0)).toEqual([
      'guard',
      'complete',
      'authorise',
      'validate',
      'follow',
      'reserve',
      'notify of 2',
      'committed',
    ]);
    await records.transaction((transaction) => records.trash(caller, 'kite', id, transaction));
    // A service has asked for itself.
    expect(requested.splice(0)).toEqual(['validate', 'follow', 'reserve', 'notify of 1', 'committed']);
  });

  test.each(['guard', 'complete', 'authorise', 'validate', 'follow', 'reserve', 'notify of 2'])(
    'a refusal at %s leaves nothing behind',
    async (at) => {
      const records = store();
      refuseAt = undefined;
      const made = await records.create(caller, 'kite', { name: `kite ${at}` });
      published.length = 0;
      requested.length = 0;
      refuseAt = at;
      await refusalOf(records.update(caller, 'kite', made.id, made.version, { name: 'changed' }));
      refuseAt = undefined;
      expect(requested.at(-1)).toBe(at);
      expect(requested).not.toContain('committed');
      expect(published).toEqual([]);
      expect(await records.get(systemCaller(), 'kite', made.id)).toMatchObject({
        name: `kite ${at}`,
        version: made.version,
      });
      expect(await records.history(caller, 'kite', made.id, {})).toHaveLength(1);
    },
  );
});
