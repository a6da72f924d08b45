import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { AppError } from '#domain/text/errors.ts';
import type { S3Address } from '#server/kernel/s3-address.ts';
import { contentOfKey, type FileStore } from './file-store.ts';

const nothing = createHash('sha256').digest('hex');
/** Without a byte in either direction for so long, the store counts as away. */
const silenceMs = 20_000;
/** A page of a list names a thousand keys. */
const mostListBytes = 4_000_000;

interface Sending {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: { path: string; size: number; sha256: string };
}

/** Files in an S3-compatible store: signed by the content, so that what arrives otherwise is refused there. */
export function createS3Store(address: S3Address): FileStore {
  const { origin, bucket, prefix, region, accessKeyId, secretAccessKey } = address;

  async function send({ method, key, query, headers = {}, body }: Sending): Promise<IncomingMessage> {
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const url = `${origin}/${bucket}${key === '' ? '' : `/${prefix}${key}`}${search}`;
    const signed = await new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? nothing },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
    }).sign();
    const request = url.startsWith('https:') ? tlsRequest : plainRequest;
    const outgoing = request(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body ? { 'content-length': String(body.size), 'content-type': 'application/octet-stream' } : {}),
      },
      timeout: silenceMs,
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${silenceMs / 1000} s`)));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('response', resolve).on('error', reject);
    });
    try {
      if (body) await Promise.all([pipeline(createReadStream(body.path), outgoing), answered]);
      else outgoing.end();
      return await answered;
    } catch (cause) {
      throw away(cause);
    }
  }

  /** Sends, and reads an answer that carries nothing that we need. */
  async function settle(sending: Sending, fine: number[]): Promise<void> {
    const answer = await send(sending);
    const body = await textOf(answer);
    const { statusCode = 0 } = answer;
    if (fine.includes(statusCode)) return;
    const cause = new Error(reasonOf(answer, body));
    throw statusCode === 507 ? new AppError('full', { key: 'files.storeFull' }, { cause }) : away(cause);
  }

  return {
    keep: (key, path, { size, sha256 }) =>
      settle({ method: 'PUT', key, body: { path, size, sha256 } }, [200, 201, 204]),

    async open(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await send({ method: 'GET', key, headers });
      if (answer.statusCode === (range ? 206 : 200)) return answer;
      const body = await textOf(answer);
      if (answer.statusCode === 404) return null;
      throw away(new Error(reasonOf(answer, body)));
    },

    remove: (key) => settle({ method: 'DELETE', key }, [200, 204, 404]),

    async *list() {
      for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
        const query = {
          'list-type': '2',
          ...(prefix === '' ? {} : { prefix }),
          ...(token === undefined ? {} : { 'continuation-token': token }),
        };
        const answer = await send({ method: 'GET', key: '', query });
        const body = await textOf(answer, mostListBytes);
        if (answer.statusCode !== 200) throw away(new Error(reasonOf(answer, body)));
        for (const [, content = ''] of body.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const sha256 = contentOfKey((valueIn(content, 'Key') ?? '').slice(prefix.length));
          const storedAt = new Date(valueIn(content, 'LastModified') ?? Number.NaN);
          if (sha256 !== null && !Number.isNaN(storedAt.getTime())) yield { sha256, storedAt };
        }
        token = valueIn(body, 'IsTruncated') === 'true' ? valueIn(body, 'NextContinuationToken') : undefined;
      }
    },

    check: () => settle({ method: 'HEAD', key: '' }, [200]),
  };
}

function away(cause: unknown): AppError {
  return new AppError('unavailable', { key: 'files.storeAway' }, { cause });
}

/** The code that such a store gives in its XML says more than its status. */
function reasonOf(answer: IncomingMessage, body: string): string {
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(body)?.[1];
  return code ? `${answer.statusCode} ${code}` : `${answer.statusCode}`;
}

/** Our keys are hexadecimal and the tokens of stores are letters: neither needs more than the plain text of XML. */
function valueIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&');
}

async function textOf(answer: IncomingMessage, most = 64_000): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size <= most) parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString('utf8');
}
