import { isIP } from 'node:net';
import { carriedBy } from '#domain/surveillance/formats/source-format.ts';
import { readMapping } from '#domain/surveillance/lines/json-mapping.ts';
import { isObject, textOf } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import { webTarget } from '#server/engine/webhooks/post.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { brokerOf } from './feed-mqtt.ts';
import { sendersIn } from './feed-udp.ts';
import { recordingError, recordingLimits } from './recordings.ts';
import { transports } from './transports.ts';

/** A surveillance source that replays names a file below the recordings folder; asked when that, or that it is on, is new. */
export function replayedFile(folder: string): RecordRule {
  return {
    phase: 'validate',
    name: 'what a surveillance source replays',
    types: ['surveillanceSource'],
    actions: ['create', 'update'],
    async validate({ before, after }) {
      if (after?.transport !== 'replay') return [];
      const isStored = before?.transport === 'replay' && before.file === after.file;
      if (isStored && (before.enabled !== false || after.enabled === false)) return [];
      const text = await recordingError(folder, String(after.file), recordingLimits);
      return text ? [{ field: 'file', text }] : [];
    },
  };
}

/** The mapping of a source of JSON can be read. */
export const readableMapping: RecordRule = {
  phase: 'validate',
  name: 'how a surveillance source maps JSON',
  types: ['surveillanceSource'],
  actions: ['create', 'update'],
  async validate({ after }) {
    if (after?.type !== 'json') return [];
    const read = readMapping(textOf(after.mapping) ?? '');
    return read.ok ? [] : [{ field: 'mapping', text: read.error }];
  },
};

/** Types whose positions are measured from a radar. */
const radarTypes = new Set(['Cat48', 'Cat34', 'Cat01']);

/** Where the radars of a source stand is known, and each of them stands in one place. */
export const placedRadars: RecordRule = {
  phase: 'validate',
  name: 'where the radars of a surveillance source stand',
  types: ['surveillanceSource'],
  actions: ['create', 'update'],
  async validate({ after }) {
    if (!after) return [];
    const sites = Array.isArray(after.sites) ? after.sites.filter(isObject) : [];
    if (radarTypes.has(String(after.type)) && sites.length === 0 && !after.position) {
      return [{ field: 'position', text: { key: 'track.site.missing' } }];
    }
    const known = new Set<string>();
    return sites.flatMap(({ sac, sic }, index) => {
      const sensor = `${sac}/${sic}`;
      if (!known.has(sensor)) {
        known.add(sensor);
        return [];
      }
      return [{ field: `sites.${index}.sic`, text: { key: 'track.site.twice', values: { sensor } } }];
    });
  },
};

/** The transport of a source can carry its format: from a file only, in whole messages, or cut anywhere. */
export const carriedFormat: RecordRule = {
  phase: 'validate',
  name: 'how a surveillance source is carried',
  types: ['surveillanceSource'],
  actions: ['create', 'update'],
  async validate({ before, after }) {
    if (!after || (before?.type === after.type && before?.transport === after.transport)) return [];
    const transport = own(transports, String(after.transport));
    if (!transport) return [];
    const carried = carriedBy(String(after.type));
    if (carried === 'file') return [{ field: 'type', text: { key: 'track.transport.fileOnly' } }];
    return carried === 'message' && transport.isStream
      ? [{ field: 'transport', text: { key: 'track.transport.messageOnly' } }]
      : [];
  },
};

/** Who may send to a source of datagrams is named by address. */
export const namedSenders: RecordRule = {
  phase: 'validate',
  name: 'who may send to a surveillance source',
  types: ['surveillanceSource'],
  actions: ['create', 'update'],
  async validate({ after }) {
    const wrong = sendersIn(textOf(after?.senders)).find((one) => isIP(one) === 0);
    return wrong === undefined
      ? []
      : [{ field: 'senders', text: { key: 'track.source.sender', values: { address: wrong } } }];
  },
};

/** Where a source calls is judged when it is saved as it is when it is called; asked when that, or that it is on, is new. */
export function sourceAddress(guard: NetworkGuard): RecordRule {
  return {
    phase: 'validate',
    name: 'where a surveillance source calls',
    types: ['surveillanceSource'],
    actions: ['create', 'update'],
    async validate({ before, after }) {
      if (!after) return [];
      const isStored =
        before && ['transport', 'url', 'remoteHost'].every((name) => before[name] === after[name]);
      if (isStored && (before.enabled !== false || after.enabled === false)) return [];
      const called = calledBy(after);
      if (!called) return [];
      const { field, host } = called;
      const text = host === null ? { key: 'track.line.address' } : await guard.check(host);
      return text ? [{ field, text }] : [];
    },
  };
}

/** The field that says where a source calls, and its host, null where it names none; null: it calls nobody. */
function calledBy({ transport, url, remoteHost }: Record<string, unknown>) {
  const address = textOf(url) ?? '';
  switch (transport) {
    case 'tcpClient':
      return { field: 'remoteHost', host: textOf(remoteHost) };
    case 'mqtt':
      return { field: 'url', host: brokerOf(address)?.host ?? null };
    case 'httpPoll':
      return { field: 'url', host: webTarget(address)?.host ?? null };
    default:
      return null;
  }
}
