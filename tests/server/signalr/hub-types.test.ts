import { describe, expect, it } from 'vitest';
import type { SendChatMessageInput } from '#contract/coordination/abp-chat.ts';
import type { HubEvents, HubMethods, Viewport } from '#contract/hub.ts';
import { bySchema, createHub, type Hub, type HubDefinition } from '#server/signalr/hub-definition.ts';

const viewport = bySchema<[viewport: Viewport | null]>({
  type: ['array', 'null'],
  items: { type: 'number' },
});
const globeViewport = bySchema<[viewport: Viewport]>({ type: 'array', items: { type: 'number' } });
const nothing = bySchema<[]>();
const code = bySchema<[code: string]>({ type: 'string' });
const age = bySchema<[ms: number]>({ type: 'number' });

/** What follows is checked by the compiler: each expected error that is none fails the type check. */
describe('hubs are typed', () => {
  it('in the methods that a definition must have', () => {
    const whole: HubDefinition<HubMethods, HubEvents> = {
      methods: {
        sendMessage: {
          arguments: bySchema<[input: SendChatMessageInput]>({ type: 'object' }),
          call: () => '',
        },
        Register: { arguments: nothing, call: () => {} },
        SetViewport: { arguments: viewport, call: () => {} },
        SetGlobeViewport: { arguments: globeViewport, call: () => {} },
        FollowFlights: { arguments: nothing, call: () => {} },
        CatchUp: { arguments: age, call: () => true },
        OffConnect: { arguments: code, call: () => {} },
      },
    };
    expect([...createHub(whole).methods.keys()]).toEqual([
      'sendmessage',
      'register',
      'setviewport',
      'setglobeviewport',
      'followflights',
      'catchup',
      'offconnect',
    ]);

    const wrongArgument: HubDefinition<HubMethods, HubEvents> = {
      methods: {
        Register: { arguments: nothing, call: () => {} },
        // @ts-expect-error a viewport is four numbers, not text
        SetViewport: { arguments: code, call: () => {} },
        SetGlobeViewport: { arguments: globeViewport, call: () => {} },
        FollowFlights: { arguments: nothing, call: () => {} },
        CatchUp: { arguments: age, call: () => true },
        OffConnect: { arguments: code, call: () => {} },
      },
    };
    // @ts-expect-error SetViewport is missing
    const missing: HubDefinition<HubMethods, HubEvents>['methods'] = {
      Register: wrongArgument.methods.Register,
      FollowFlights: wrongArgument.methods.FollowFlights,
      CatchUp: wrongArgument.methods.CatchUp,
      OffConnect: wrongArgument.methods.OffConnect,
    };
    expect(Object.keys(missing)).toEqual(['Register', 'FollowFlights', 'CatchUp', 'OffConnect']);
  });

  it('in the events that a hub sends', () => {
    const check = (hub: Hub<HubEvents>) => {
      hub.all.send('getOnlineClient', [{ userId: 1, name: 'a' }]);
      // @ts-expect-error no such event
      hub.all.send('getNothing', 1);
      // @ts-expect-error a list of users, not of numbers
      hub.user(1).send('getOnlineClient', [1]);
      // @ts-expect-error the payload is missing
      hub.group('x').send('getFlyData');
      // @ts-expect-error `picture` or `changes`
      hub.prepare('getFlyData', { kind: 'other', at: 0, targets: [], removed: [], feeds: [] });
    };
    expect(check).toBeTypeOf('function');
  });
});

describe('arguments', () => {
  it.each([
    [[[1, 2, 3, 4]], true],
    [[null], true],
    [[], false],
    [[null, null], false],
    [['1'], false],
    [[['1']], false],
  ])('%j fit a viewport: %s', (args, fits) => {
    expect(viewport(args)).toBe(fits);
  });

  it('may be none', () => {
    const none = bySchema<[]>();
    expect([none([]), none([1])]).toEqual([true, false]);
  });
});
